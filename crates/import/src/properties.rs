//! The properties that a map editor gives to levels, layers, tiles and objects.

/// Properties, in the order of the file.
pub type Properties = Vec<(String, Value)>;

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    None,
    Flag(bool),
    Number(f64),
    /// A text as it was typed.
    Text(String),
    /// RON, written by the import itself.
    Ron(String),
    Reference(String),
    /// A point of the level.
    Point([f64; 2]),
    List(Vec<Self>),
    /// A class with the members that are set.
    Class(String, Vec<(String, Self)>),
    /// Something that no level can have, in words, such as "a color".
    Other(&'static str),
}

impl Value {
    /// A name for its type in messages.
    pub fn words(&self) -> &'static str {
        match self {
            Self::None => "nothing",
            Self::Flag(_) => "a flag",
            Self::Number(_) => "a number",
            Self::Text(_) | Self::Ron(_) => "a text",
            Self::Reference(_) => "a reference to an object",
            Self::Point(_) => "a point",
            Self::List(_) => "a list",
            Self::Class(..) => "a class",
            Self::Other(what) => what,
        }
    }

    /// How much memory a copy takes, about.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + match self {
                Self::Text(text) | Self::Ron(text) | Self::Reference(text) => text.len(),
                Self::List(values) => values.iter().map(Self::bytes).sum(),
                Self::Class(word, members) => {
                    word.len() + members.iter().map(|(name, value)| name.len() + value.bytes()).sum::<usize>()
                }
                _ => 0,
            }
    }
}

/// A property by its name.
pub fn property<'a>(properties: &'a [(String, Value)], name: &str) -> Option<&'a Value> {
    properties.iter().find(|property| property.0 == name).map(|property| &property.1)
}
