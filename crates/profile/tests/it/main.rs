//! The tests of the profile, as one program; `killed_writer` is another, since it is a program that is killed.

mod disk;
mod files;
mod format;
mod records;
mod settings;
mod store;
