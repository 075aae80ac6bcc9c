//! Numbers as bits: most significant first, small numbers in few bits by Exp-Golomb codes
//! (<https://en.wikipedia.org/wiki/Exponential-Golomb_coding>).

/// The most zeros before a number, of which each doubles it.
const ZEROS_MAX: u32 = 32;

#[derive(Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    /// Bits that are written.
    length: usize,
}

impl BitWriter {
    fn bit(&mut self, bit: bool) {
        if self.length.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if bit {
            self.bytes[self.length / 8] |= 0x80 >> (self.length % 8);
        }
        self.length += 1;
    }

    /// A number whose low `order` bits are written as they are: numbers below 2^order take `order + 1` bits, those below
    /// 3 · 2^order two more, and so on.
    pub fn number(&mut self, number: u32, order: u32) {
        let number = u64::from(number) + (1 << order);
        let length = u64::BITS - number.leading_zeros();
        (0..length - 1 - order).for_each(|_| self.bit(false));
        (0..length).rev().for_each(|place| self.bit(number >> place & 1 == 1));
    }

    /// The bytes; the last one is filled with zeros.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

pub(crate) struct BitReader<'a> {
    bytes: &'a [u8],
    /// Bits that are read.
    at: usize,
}

impl<'a> BitReader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    fn bit(&mut self) -> Option<bool> {
        let bit = self.bytes.get(self.at / 8)? & (0x80 >> (self.at % 8)) != 0;
        self.at += 1;
        Some(bit)
    }

    /// The inverse of [`BitWriter::number`]; `None` if the bytes end, or if it is no number that a writer writes.
    pub fn number(&mut self, order: u32) -> Option<u32> {
        let mut zeros = 0;
        while !self.bit()? {
            zeros += 1;
            if zeros > ZEROS_MAX {
                return None;
            }
        }
        let mut number = 1;
        for _ in 0..zeros + order {
            number = number << 1 | u64::from(self.bit()?);
        }
        u32::try_from(number - (1 << order)).ok()
    }

    /// The bytes after the one that was read last; `None` if a bit of that one is left and is not zero.
    pub fn finish(mut self) -> Option<&'a [u8]> {
        while !self.at.is_multiple_of(8) {
            if self.bit()? {
                return None;
            }
        }
        Some(&self.bytes[self.at / 8..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_small_ones_take_few_bits() {
        for order in 0..=4 {
            let numbers: Vec<u32> = (0..300).chain([460_799, u32::MAX - 1, u32::MAX]).collect();
            let mut writer = BitWriter::default();
            numbers.iter().for_each(|number| writer.number(*number, order));
            let mut bytes = writer.finish();
            bytes.push(7);
            let mut reader = BitReader::new(&bytes);
            assert!(numbers.iter().all(|number| reader.number(order) == Some(*number)));
            assert_eq!(reader.finish(), Some(&[7][..]));
            let mut writer = BitWriter::default();
            writer.number((1 << order) - 1, order);
            assert_eq!(writer.length, order as usize + 1);
        }
    }

    #[test]
    fn numbers_that_are_cut_too_large_or_followed_by_ones_are_none() {
        assert_eq!(BitReader::new(&[]).number(0), None);
        assert_eq!(BitReader::new(&[0b0000_1000]).number(1), None);
        assert_eq!(BitReader::new(&[0; 64]).number(3), None);
        let mut reader = BitReader::new(&[0b1000_0100]);
        assert_eq!(reader.number(0), Some(0));
        assert_eq!(reader.finish(), None);
    }
}
