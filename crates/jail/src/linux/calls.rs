//! Every system call of x86-64 and 64-bit ARM up to [`NEWEST`], judged: what is not named here, a bot may call.
//!
//! Three questions decide. Does a bot need it? Can it reach others with it, or what is theirs? Can it use up something
//! that none of its limits counts?

/// The newest call that was judged. What a newer kernel adds answers "no such call", and runtimes fall back.
pub const NEWEST: u32 = file_setattr as u32;

/// Numbers that were unused when the newest call was judged, up to where all architectures share numbers.
#[cfg(target_arch = "x86_64")]
pub const GAP: (u32, u32) = (337, 423);
#[cfg(not(target_arch = "x86_64"))]
pub const GAP: (u32, u32) = (295, 423);

/// Calls `libc` has no name for on every architecture. From 424 on all architectures have the same numbers.
#[allow(non_upper_case_globals)]
mod newer {
    pub const cachestat: i64 = 451;
    pub const fchmodat2: i64 = 452;
    pub const statmount: i64 = 457;
    pub const listmount: i64 = 458;
    pub const lsm_get_self_attr: i64 = 459;
    pub const lsm_set_self_attr: i64 = 460;
    pub const lsm_list_modules: i64 = 461;
    pub const setxattrat: i64 = 463;
    pub const removexattrat: i64 = 466;
    pub const open_tree_attr: i64 = 467;
    pub const file_setattr: i64 = 469;
}
use newer::*;

/// Refused whatever their arguments: "not permitted".
pub const REFUSED: &[i64] = &[
    // Other processes: their memory, descriptors, placement.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    // Mounts, namespaces, roots.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_mount_setattr,
    libc::SYS_unshare,
    libc::SYS_setns,
    open_tree_attr,
    // Kernel objects that no namespace separates, or only some kernels do.
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    // Memory that no per-process limit sees.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    // What is written beside a file's content: Landlock does not guard it, lists of rights take memory nobody counts, and
    // no tool depends on it.
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    setxattrat,
    removexattrat,
    file_setattr,
    // A name for others to find; one half of a pair needs none.
    libc::SYS_bind,
    libc::SYS_listen,
    // These make everybody's disks wait.
    libc::SYS_sync,
    libc::SYS_syncfs,
    // Large attack surface, no use for a bot.
    libc::SYS_bpf,
    libc::SYS_seccomp,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_fanotify_init,
    libc::SYS_inotify_init1,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_lookup_dcookie,
    libc::SYS_personality,
    libc::SYS_syslog,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
];

/// The same, calls of one architecture.
#[cfg(target_arch = "x86_64")]
pub const REFUSED_HERE: &[i64] = &[
    libc::SYS_kexec_file_load,
    libc::SYS_iopl,
    libc::SYS_ioperm,
    libc::SYS_modify_ldt,
    libc::SYS_uselib,
    libc::SYS_inotify_init,
    libc::SYS_ustat,
];
#[cfg(not(target_arch = "x86_64"))]
pub const REFUSED_HERE: &[i64] = &[
    // kexec_file_load
    294,
];

/// Pretend not to exist, so that a runtime falls back to an older call that can be judged.
pub const ABSENT: &[i64] = &[
    // Its flags are in memory, where no filter looks.
    libc::SYS_clone3,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // The whole machine shares one limit on requests.
    libc::SYS_io_setup,
    libc::SYS_io_destroy,
    libc::SYS_io_submit,
    libc::SYS_io_getevents,
    libc::SYS_io_cancel,
    libc::SYS_remap_file_pages,
    // What others have in memory, what is mounted, what guards the machine.
    cachestat,
    statmount,
    listmount,
    lsm_get_self_attr,
    lsm_set_self_attr,
    lsm_list_modules,
    libc::SYS_landlock_create_ruleset,
    libc::SYS_landlock_add_rule,
    libc::SYS_landlock_restrict_self,
];

/// "Invalid": what these answer for files they do not know; whoever calls them copies by hand then. They put pages into
/// pipes that stay in memory, huge ones whole, when the process has long given them back.
pub const SPLICES: &[i64] = &[libc::SYS_splice, libc::SYS_vmsplice, libc::SYS_tee];

/// Change owner, mode and times of a file. Landlock does not guard it; build tools need it.
pub const OWNERSHIP: &[i64] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

/// All that `ioctl` is good for without a device: asking for a terminal, and how a descriptor is read. Others change
/// files that one may only read, or type into terminals.
pub const IOCTLS: &[u64] = &[
    libc::TCGETS,
    0x802c_542a, // TCGETS2
    libc::TIOCGWINSZ,
    libc::TIOCGPGRP,
    libc::TIOCOUTQ,
    libc::FIONREAD,
    libc::FIONBIO,
    libc::FIOCLEX,
    libc::FIONCLEX,
];

/// All that `fcntl` is good for. Others tell the kernel whom to signal, make pipes larger, or watch other people's files.
pub const FCNTLS: &[i32] = &[
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETOWN,
    libc::F_GETPIPE_SZ,
    libc::F_ADD_SEALS,
    libc::F_GET_SEALS,
    1027, // F_DUPFD_QUERY
    1028, // F_CREATED_QUERY
];

/// A lock on a file both bots can read is a channel between them. Build tools need locks; players do not.
pub const LOCKS: &[i32] =
    &[libc::F_SETLK, libc::F_SETLKW, libc::F_GETLK, libc::F_OFD_SETLK, libc::F_OFD_SETLKW, libc::F_OFD_GETLK];

/// What a process may change about itself: its name, its slack, its vector lengths. The rest take memory nobody counts,
/// keep others off its core, or let it outlive its guard.
pub const PRCTLS: &[i32] = &[
    libc::PR_GET_PDEATHSIG,
    libc::PR_GET_DUMPABLE,
    libc::PR_SET_DUMPABLE,
    libc::PR_GET_KEEPCAPS,
    libc::PR_SET_KEEPCAPS,
    libc::PR_GET_TIMING,
    libc::PR_SET_NAME,
    libc::PR_GET_NAME,
    libc::PR_GET_SECCOMP,
    libc::PR_CAPBSET_READ,
    libc::PR_GET_SECUREBITS,
    libc::PR_SET_TIMERSLACK,
    libc::PR_GET_TIMERSLACK,
    libc::PR_GET_CHILD_SUBREAPER,
    libc::PR_SET_NO_NEW_PRIVS,
    libc::PR_GET_NO_NEW_PRIVS,
    libc::PR_GET_TID_ADDRESS,
    libc::PR_SET_THP_DISABLE,
    libc::PR_GET_THP_DISABLE,
    libc::PR_CAP_AMBIENT,
    50, // PR_SVE_SET_VL
    51, // PR_SVE_GET_VL
    52, // PR_GET_SPECULATION_CTRL
    54, // PR_PAC_RESET_KEYS
    55, // PR_SET_TAGGED_ADDR_CTRL
    56, // PR_GET_TAGGED_ADDR_CTRL
    63, // PR_SME_SET_VL
    64, // PR_SME_GET_VL
    65, // PR_SET_MDWE
    66, // PR_GET_MDWE
    libc::PR_SET_VMA,
];

/// What only a bot with processes needs: a parent may want its children to end with it, or to adopt theirs.
pub const FAMILY_PRCTLS: &[i32] = &[libc::PR_SET_PDEATHSIG, libc::PR_SET_CHILD_SUBREAPER];
