//! Files of arrays as numpy writes them (`numpy.savez`): a zip archive of `.npy` files.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// The largest file that is read, and the most that is unpacked of it.
pub const LARGEST: u64 = 256 << 20;
/// The most arrays that a file may have.
const MOST: usize = 1000;
/// The longest header of an array.
const HEADER: usize = 4096;

/// The numbers of one array.
#[derive(Clone, PartialEq, Debug)]
pub enum Numbers {
    /// Bytes.
    U8(Vec<u8>),
    /// Numbers with a point.
    F32(Vec<f32>),
}

/// One array.
#[derive(Clone, PartialEq, Debug)]
pub struct Array {
    /// Its shape; rows first.
    pub shape: Vec<usize>,
    /// Its numbers.
    pub numbers: Numbers,
}

/// Reads all arrays, by their names.
pub fn read(bytes: &[u8]) -> Result<BTreeMap<String, Array>, String> {
    if bytes.len() as u64 > LARGEST {
        return Err(format!("more than {} MB", LARGEST >> 20));
    }
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|why| format!("not a file of numpy.savez: {why}"))?;
    if archive.len() > MOST {
        return Err(format!("more than {MOST} arrays"));
    }
    let (mut arrays, mut room) = (BTreeMap::new(), LARGEST);
    for i in 0..archive.len() {
        let mut entry = archive.by_index(i).map_err(|why| why.to_string())?;
        let name = entry.name().map_err(|why| why.to_string())?.into_owned();
        let name = name.strip_suffix(".npy").ok_or("it holds something that is no array")?.to_string();
        let mut unpacked = Vec::new();
        entry.by_ref().take(room + 1).read_to_end(&mut unpacked).map_err(|why| format!("{name}: {why}"))?;
        room = room.checked_sub(unpacked.len() as u64).ok_or("it unpacks to more than any weights have")?;
        let array = array(&unpacked).map_err(|why| format!("{name}: {why}"))?;
        arrays.insert(name, array);
    }
    Ok(arrays)
}

/// Reads one `.npy` file.
fn array(bytes: &[u8]) -> Result<Array, String> {
    let rest = bytes.strip_prefix(b"\x93NUMPY").ok_or("not an array of numpy")?;
    let (long, rest) = match rest {
        [1, _, low, high, rest @ ..] => (usize::from(u16::from_le_bytes([*low, *high])), rest),
        [2 | 3, _, a, b, c, d, rest @ ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, rest),
        _ => return Err("an array of a version that numpy has not had".into()),
    };
    let header = rest.get(..long).filter(|header| header.len() <= HEADER).ok_or("its header is broken off")?;
    let header = std::str::from_utf8(header).map_err(|_| "its header is no text")?;
    let (data, shape) = (&rest[long..], shape(header)?);
    let count = shape.iter().try_fold(1usize, |all, &size| all.checked_mul(size)).ok_or("its shape is too large")?;
    if value(header, "fortran_order")?.starts_with("True") {
        return Err("its columns come first; save it with numpy.ascontiguousarray".into());
    }
    let of_size = |size: usize| match count.checked_mul(size) == Some(data.len()) {
        true => Ok(()),
        false => Err(format!("{} bytes for {count} numbers", data.len())),
    };
    let kind = value(header, "descr")?;
    let numbers = if kind.starts_with("'<f4'") {
        of_size(4)?;
        Numbers::F32(data.as_chunks::<4>().0.iter().map(|number| f32::from_le_bytes(*number)).collect())
    } else if kind.starts_with("'|u1'") {
        of_size(1)?;
        Numbers::U8(data.to_vec())
    } else {
        let kind: String = kind.chars().take(12).collect();
        return Err(format!("its numbers are {kind}, neither float32 nor uint8"));
    };
    Ok(Array { shape, numbers })
}

/// What stands behind a name of a header, which is a dictionary in Python's words.
fn value<'h>(header: &'h str, name: &str) -> Result<&'h str, String> {
    let quoted = format!("'{name}':");
    let at = header.find(&quoted).ok_or_else(|| format!("its header has no {name}"))?;
    Ok(header[at + quoted.len()..].trim_start())
}

fn shape(header: &str) -> Result<Vec<usize>, String> {
    let inner = value(header, "shape")?.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let (inner, _) = inner.ok_or("its shape cannot be read")?;
    let sizes = inner.split(',').map(str::trim).filter(|size| !size.is_empty());
    sizes.map(|size| size.parse().map_err(|_| format!("{size:?} in its shape"))).collect()
}

/// Writes arrays as `numpy.savez` does.
pub fn write(arrays: &BTreeMap<String, Array>) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, array) in arrays {
        let file = npy(array);
        archive.start_file(format!("{name}.npy"), options).expect("names are short");
        archive.write_all(&file).expect("memory takes what is written");
    }
    archive.finish().expect("memory takes what is written").into_inner()
}

fn npy(array: &Array) -> Vec<u8> {
    let (kind, data) = match &array.numbers {
        Numbers::U8(bytes) => ("|u1", bytes.clone()),
        Numbers::F32(numbers) => ("<f4", numbers.iter().flat_map(|number| number.to_le_bytes()).collect()),
    };
    let sizes: String = array.shape.iter().map(|size| format!("{size},")).collect();
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({sizes}), }}");
    // The numbers begin at a multiple of 64.
    let padding = 64 - (10 + header.len() + 1) % 64;
    header.extend(std::iter::repeat_n(' ', padding));
    header.push('\n');
    let long = (header.len() as u16).to_le_bytes();
    [&b"\x93NUMPY\x01\x00"[..], &long, header.as_bytes(), &data].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> BTreeMap<String, Array> {
        let matrix = Array { shape: vec![2, 3], numbers: Numbers::F32(vec![1.0, -2.5, 0.0, 4.0, 5.0, 1e-30]) };
        let bytes = Array { shape: vec![4], numbers: Numbers::U8(b"text".to_vec()) };
        let number = Array { shape: vec![], numbers: Numbers::F32(vec![7.0]) };
        [("a", matrix), ("b", bytes), ("c.weight", number)].map(|(name, array)| (name.into(), array)).into()
    }

    #[test]
    fn arrays_come_back_as_they_were() {
        assert_eq!(read(&write(&some())), Ok(some()));
    }

    #[test]
    fn bad_files_are_refused_with_the_reason() {
        let good = write(&some());
        assert!(read(b"").unwrap_err().contains("numpy.savez"));
        assert!(read(&good[..good.len() / 2]).is_err());
        for (header, said) in [
            ("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }", "float32"),
            ("{'descr': '<f4', 'fortran_order': True, 'shape': (1,), }", "columns come first"),
            ("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", "for 3 numbers"),
            ("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "in its shape"),
            ("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999,99999999999), }", "too large"),
            ("{'descr': '<f4', 'shape': (1,), }", "no fortran_order"),
            ("{}", "no shape"),
        ] {
            let long = (header.len() as u16).to_le_bytes();
            let file = [&b"\x93NUMPY\x01\x00"[..], &long, header.as_bytes(), &[0; 4]].concat();
            let why = array(&file).unwrap_err();
            assert!(why.contains(said), "{header}: {why}");
        }
        assert!(array(b"\x93NUMPY\x01\x00\xff\xff").unwrap_err().contains("broken off"));
        assert!(array(b"\x93NUMPY\x09\x00\xff\xff").unwrap_err().contains("version"));
        assert!(array(b"hello").unwrap_err().contains("not an array"));
    }
}
