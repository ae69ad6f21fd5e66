//! A disk under SQLite that loses its power, is full, or fails.
//!
//! It is a VFS that hands everything on to that of the system, and remembers which changes were not synced yet. When the power
//! goes, each file is what was synced, and of the later changes any part: whole writes, some sectors of them, or nothing.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use libsqlite3_sys as ffi;

const SECTOR: usize = 512;

/// A disk. It is never given back: SQLite may hold on to it until the process ends.
pub struct Disk {
    /// Under this name SQLite knows it.
    pub name: CString,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    files: BTreeMap<PathBuf, Content>,
    /// How many changes and syncs there were.
    steps: u64,
    /// The power goes at this step.
    last_step: Option<(u64, Dice)>,
    /// What is on the disk after the power went.
    left: Option<BTreeMap<PathBuf, Vec<u8>>>,
    fault: Option<Fault>,
}

/// What a disk can answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fault {
    Full,
    ReadOnly,
    /// A sync of a file whose name ends so fails.
    Sync(&'static str),
}

#[derive(Clone, Default)]
struct Content {
    /// None: the file is not there.
    synced: Option<Vec<u8>>,
    later: Vec<Change>,
}

#[derive(Clone)]
enum Change {
    Write(usize, Vec<u8>),
    Truncate(usize),
    Delete,
}

impl Disk {
    pub fn new() -> &'static Disk {
        static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = CString::new(format!("disk{number}")).expect("a name");
        let disk: &'static Disk = Box::leak(Box::new(Disk { name, state: Mutex::default() }));
        // SAFETY: SQLite's own VFS lives for ever; the copy and what it points to are leaked.
        unsafe {
            let system = ffi::sqlite3_vfs_find(std::ptr::null());
            let mut vfs = *system;
            vfs.zName = disk.name.as_ptr();
            vfs.pAppData = std::ptr::from_ref(disk).cast_mut().cast::<c_void>();
            vfs.xOpen = Some(open);
            vfs.xDelete = Some(delete);
            assert_eq!(ffi::sqlite3_vfs_register(Box::leak(Box::new(vfs)), 0), ffi::SQLITE_OK);
        }
        disk
    }

    /// Lets the power go at so many steps from now.
    pub fn lose_power_after(&self, steps: u64, dice: Dice) {
        let mut state = self.state();
        state.last_step = Some((state.steps + steps, dice));
    }

    pub fn fail(&self, fault: Option<Fault>) {
        self.state().fault = fault;
    }

    pub fn steps(&self) -> u64 {
        self.state().steps
    }

    /// Puts into `folder` what the disk holds after the power went; it goes now if it has not gone yet.
    pub fn pick_up(&self, folder: &Path, mut dice: Dice) {
        let mut state = self.state();
        let left = match state.left.take() {
            Some(left) => left,
            None => state.leave(&mut dice),
        };
        state.left = Some(BTreeMap::new());
        for (path, bytes) in left {
            std::fs::write(folder.join(path.file_name().expect("a name")), bytes).expect("the file is written");
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn knows(&self, path: &Path) {
        let mut state = self.state();
        if !state.files.contains_key(path) {
            state.files.insert(path.to_owned(), Content { synced: std::fs::read(path).ok(), later: Vec::new() });
        }
    }

    /// A change of a file, or a sync if there is none.
    fn step(&self, path: &Path, change: Option<Change>) -> c_int {
        let mut state = self.state();
        if state.left.is_some() {
            return ffi::SQLITE_IOERR;
        }
        match (state.fault, &change) {
            (Some(Fault::Full), Some(Change::Write(..))) => return ffi::SQLITE_FULL,
            (Some(Fault::ReadOnly), Some(_)) => return ffi::SQLITE_READONLY,
            (Some(Fault::Sync(name)), None) if path.to_string_lossy().ends_with(name) => {
                return ffi::SQLITE_IOERR_FSYNC;
            }
            _ => {}
        }
        state.steps += 1;
        let sync = change.is_none();
        if let Some(change) = change {
            state.files.entry(path.to_owned()).or_default().later.push(change);
        }
        if let Some((last, mut dice)) = state.last_step
            && state.steps >= last
        {
            let left = state.leave(&mut dice);
            state.left = Some(left);
            return ffi::SQLITE_IOERR;
        }
        if sync {
            let content = state.files.entry(path.to_owned()).or_default();
            for change in std::mem::take(&mut content.later) {
                change.apply(&mut content.synced);
            }
        }
        ffi::SQLITE_OK
    }
}

impl State {
    fn leave(&self, dice: &mut Dice) -> BTreeMap<PathBuf, Vec<u8>> {
        // Sometimes nearly all is left, sometimes nearly nothing.
        let chance = [0, 10, 50, 90, 100][dice.below(5)];
        let left = self.files.iter().filter_map(|(path, content)| {
            let mut bytes = content.synced.clone();
            for change in &content.later {
                if dice.below(100) < chance {
                    change.torn(dice).for_each(|change| change.apply(&mut bytes));
                }
            }
            Some((path.clone(), bytes?))
        });
        left.collect()
    }
}

impl Change {
    fn apply(self, file: &mut Option<Vec<u8>>) {
        match self {
            Change::Delete => *file = None,
            Change::Truncate(length) => file.get_or_insert_default().truncate(length),
            Change::Write(at, bytes) => {
                let file = file.get_or_insert_default();
                file.resize(file.len().max(at + bytes.len()), 0);
                file[at..at + bytes.len()].copy_from_slice(&bytes);
            }
        }
    }

    /// The change, or where it is a write sometimes only some sectors of it.
    fn torn(&self, dice: &mut Dice) -> impl Iterator<Item = Change> {
        let parts = match self {
            Change::Write(at, bytes) if dice.below(3) == 0 => {
                let mut parts = Vec::new();
                let (mut from, end) = (*at, at + bytes.len());
                while from < end {
                    let to = ((from / SECTOR + 1) * SECTOR).min(end);
                    if dice.below(2) == 0 {
                        parts.push(Change::Write(from, bytes[from - at..to - at].to_vec()));
                    }
                    from = to;
                }
                parts
            }
            whole => vec![whole.clone()],
        };
        parts.into_iter()
    }
}

/// Numbers by chance that are the same for the same seed.
#[derive(Clone, Copy, Debug)]
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }
}

/// A file that SQLite has open. It is a file of the system's VFS; only its table of methods was exchanged.
#[derive(Clone)]
struct Opened {
    disk: &'static Disk,
    path: PathBuf,
    /// The methods of the system's VFS.
    below: &'static ffi::sqlite3_io_methods,
}

/// By address.
static OPENED: Mutex<BTreeMap<usize, Opened>> = Mutex::new(BTreeMap::new());

fn opened(file: *mut ffi::sqlite3_file) -> Opened {
    OPENED.lock().unwrap_or_else(PoisonError::into_inner)[&(file as usize)].clone()
}

unsafe fn path(name: *const c_char) -> PathBuf {
    // SAFETY: SQLite hands over names that end with a zero.
    PathBuf::from(OsStr::from_bytes(unsafe { CStr::from_ptr(name) }.to_bytes()))
}

unsafe extern "C" fn open(
    vfs: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    // SAFETY: the arguments are SQLite's; what `pAppData` points to and the table of methods are leaked.
    unsafe {
        let system = ffi::sqlite3_vfs_find(std::ptr::null());
        let disk: &'static Disk = &*(*vfs).pAppData.cast::<Disk>();
        if !name.is_null() {
            disk.knows(&path(name));
        }
        let result = (*system).xOpen.expect("a VFS opens")(system, name, file, flags, out);
        if result != ffi::SQLITE_OK || name.is_null() {
            return result;
        }
        let below: &'static ffi::sqlite3_io_methods = &*(*file).pMethods;
        let mut methods = *below;
        methods.iVersion = 2;
        methods.xClose = Some(close);
        methods.xWrite = Some(write);
        methods.xTruncate = Some(truncate);
        methods.xSync = Some(sync);
        (*file).pMethods = Box::leak(Box::new(methods));
        let handle = Opened { disk, path: path(name), below };
        OPENED.lock().unwrap_or_else(PoisonError::into_inner).insert(file as usize, handle);
        result
    }
}

unsafe extern "C" fn delete(vfs: *mut ffi::sqlite3_vfs, name: *const c_char, sync_folder: c_int) -> c_int {
    // SAFETY: as in `open`.
    unsafe {
        let disk: &'static Disk = &*(*vfs).pAppData.cast::<Disk>();
        let path = path(name);
        let mut result = disk.step(&path, Some(Change::Delete));
        if result == ffi::SQLITE_OK && sync_folder != 0 {
            result = disk.step(&path, None);
        }
        if result != ffi::SQLITE_OK {
            return result;
        }
        let system = ffi::sqlite3_vfs_find(std::ptr::null());
        (*system).xDelete.expect("a VFS deletes")(system, name, 0)
    }
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    let handle = opened(file);
    OPENED.lock().unwrap_or_else(PoisonError::into_inner).remove(&(file as usize));
    // SAFETY: the file was opened by these methods.
    unsafe { handle.below.xClose.expect("a file closes")(file) }
}

unsafe extern "C" fn write(file: *mut ffi::sqlite3_file, bytes: *const c_void, length: c_int, at: i64) -> c_int {
    let handle = opened(file);
    // SAFETY: SQLite hands over so many bytes.
    let copy = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), length as usize) }.to_vec();
    match handle.disk.step(&handle.path, Some(Change::Write(at as usize, copy))) {
        // SAFETY: the file was opened by these methods.
        ffi::SQLITE_OK => unsafe { handle.below.xWrite.expect("a file is written")(file, bytes, length, at) },
        failure => failure,
    }
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, length: i64) -> c_int {
    let handle = opened(file);
    match handle.disk.step(&handle.path, Some(Change::Truncate(length as usize))) {
        // SAFETY: the file was opened by these methods.
        ffi::SQLITE_OK => unsafe { handle.below.xTruncate.expect("a file is truncated")(file, length) },
        failure => failure,
    }
}

/// The system's disk is not synced: what would be left on ours is known without it.
unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, _: c_int) -> c_int {
    let handle = opened(file);
    handle.disk.step(&handle.path, None)
}
