//! The system calls a bot is refused: a deny-list, because an allow-list breaks the next runtime.
//!
//! The tree and the namespaces are the wall; this closes what they leave open. Two programs: one answers
//! `EPERM`, one answers `ENOSYS` so that a runtime falls back to an older call that can be judged.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    sock_filter,
};

use crate::{Network, Policy};

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Calls refused whatever their arguments.
const REFUSED: &[i64] = &[
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
    // Memory that no limit on processes sees.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    // Large attack surface, no use for a bot.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_fanotify_init,
    libc::SYS_inotify_init1,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_personality,
    libc::SYS_syslog,
    libc::SYS_acct,
    libc::SYS_quotactl,
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

/// Calls that exist on this architecture only.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[i64] = &[
    libc::SYS_kexec_file_load,
    libc::SYS_iopl,
    libc::SYS_ioperm,
    libc::SYS_modify_ldt,
    libc::SYS_uselib,
    libc::SYS_inotify_init,
    libc::SYS_ustat,
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[i64] = &[];

/// Calls that pretend not to exist.
const ABSENT: &[i64] =
    &[libc::SYS_clone3, libc::SYS_io_uring_setup, libc::SYS_io_uring_enter, libc::SYS_io_uring_register];

/// Who the bot is, as far as the filter must know.
pub struct Subject {
    /// Its own process id as the calls see it.
    pub pid: u32,
    /// Are other processes out of sight (an own pid namespace)?
    pub alone: bool,
    /// Does Landlock keep signals inside?
    pub signals_scoped: bool,
}

/// Installs the filters on this process, for good.
pub fn install(policy: &Policy, subject: &Subject) -> io::Result<()> {
    for program in [compile(refusals(policy, subject), libc::EPERM)?, compile(absences(), libc::ENOSYS)?] {
        seccompiler::apply_filter(&program).map_err(io::Error::other)?;
    }
    Ok(())
}

fn compile(rules: Rules, errno: i32) -> io::Result<BpfProgram> {
    let arch = std::env::consts::ARCH.try_into().map_err(io::Error::other)?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(errno as u32), arch)
        .map_err(io::Error::other)?;
    let mut program: BpfProgram = filter.try_into().map_err(io::Error::other)?;
    if cfg!(target_arch = "x86_64") {
        program.splice(0..0, refuse_x32());
    }
    Ok(program)
}

/// Three instructions in front: numbers from 0x40000000 up are the x32 twins of the calls we list by number,
/// and `seccompiler` has no word for a range.
fn refuse_x32() -> [sock_filter; 3] {
    const LOAD_NUMBER: u16 = 0x20; // BPF_LD | BPF_W | BPF_ABS, offset 0 of seccomp_data
    const JUMP_GE: u16 = 0x35; // BPF_JMP | BPF_JGE | BPF_K
    const RETURN: u16 = 0x06; // BPF_RET | BPF_K
    const X32_BIT: u32 = 0x4000_0000;
    [
        sock_filter { code: LOAD_NUMBER, jt: 0, jf: 0, k: 0 },
        sock_filter { code: JUMP_GE, jt: 0, jf: 1, k: X32_BIT },
        sock_filter { code: RETURN, jt: 0, jf: 0, k: libc::SECCOMP_RET_ERRNO | libc::EPERM as u32 },
    ]
}

fn absences() -> Rules {
    ABSENT.iter().map(|&call| (call, Vec::new())).collect()
}

fn refusals(policy: &Policy, subject: &Subject) -> Rules {
    let mut rules: Rules = REFUSED.iter().chain(REFUSED_HERE).map(|&call| (call, Vec::new())).collect();
    refuse_sockets(&mut rules, policy.network);
    refuse_processes(&mut rules, policy.allow_processes);
    if !policy.allow_processes {
        refuse_locks(&mut rules);
    }
    if !subject.alone {
        keep_to_itself(&mut rules, subject, policy.allow_processes);
    }
    // Typing into the runner's terminal.
    rules.insert(
        libc::SYS_ioctl,
        vec![rule(&[(1, eq(), libc::TIOCSTI)]), rule(&[(1, eq(), libc::TIOCLINUX as libc::c_ulong)])],
    );
    rules
}

/// No sockets at all, or TCP over IPv4 only. `socketpair` stays: it reaches nobody.
fn refuse_sockets(rules: &mut Rules, network: Network) {
    if network == Network::None {
        rules.insert(libc::SYS_socket, Vec::new());
        return;
    }
    const FAST_OPEN: u64 = libc::MSG_FASTOPEN as u64;
    let mut socket = vec![
        rule(&[(0, SeccompCmpOp::Ne, libc::AF_INET as u64)]),
        // Multipath TCP is a stream too, and Landlock's port rules do not see it.
        rule(&[(2, SeccompCmpOp::Ne, 0), (2, SeccompCmpOp::Ne, libc::IPPROTO_TCP as u64)]),
    ];
    for kind in [libc::SOCK_DGRAM, libc::SOCK_RAW, libc::SOCK_RDM, libc::SOCK_SEQPACKET, 6, 10] {
        socket.push(rule(&[(1, SeccompCmpOp::MaskedEq(0xf), kind as u64)]));
    }
    rules.insert(libc::SYS_socket, socket);
    // A connection made by sending does not pass through `connect`, where Landlock looks.
    for (call, flags) in [(libc::SYS_sendto, 3), (libc::SYS_sendmsg, 2), (libc::SYS_sendmmsg, 3)] {
        rules.insert(call, vec![rule(&[(flags, SeccompCmpOp::MaskedEq(FAST_OPEN), FAST_OPEN)])]);
    }
    rules.insert(libc::SYS_listen, Vec::new());
}

/// Threads yes, processes only if allowed, namespaces never. (`clone3` is absent, so `clone` tells its flags.)
fn refuse_processes(rules: &mut Rules, allowed: bool) {
    let mut clone: Vec<SeccompRule> = [
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWCGROUP,
    ]
    .iter()
    .map(|&flag| rule(&[(0, SeccompCmpOp::MaskedEq(flag as u64), flag as u64)]))
    .collect();
    if !allowed {
        clone.push(rule(&[(0, SeccompCmpOp::MaskedEq(libc::CLONE_THREAD as u64), 0)]));
        #[cfg(target_arch = "x86_64")]
        for call in [libc::SYS_fork, libc::SYS_vfork] {
            rules.insert(call, Vec::new());
        }
    }
    rules.insert(libc::SYS_clone, clone);
}

/// A lock on a file both bots can read is a line between them. Build tools need locks; players do not.
fn refuse_locks(rules: &mut Rules) {
    rules.insert(libc::SYS_flock, Vec::new());
    let commands = [
        libc::F_SETLK,
        libc::F_SETLKW,
        libc::F_OFD_SETLK,
        libc::F_OFD_SETLKW,
        libc::F_SETLEASE,
        libc::F_NOTIFY,
        libc::F_GETLK,
        libc::F_OFD_GETLK,
    ];
    let fcntl = commands.iter().map(|&command| rule(&[(1, eq(), command as u64)])).collect();
    rules.insert(libc::SYS_fcntl, fcntl);
}

/// Without a pid namespace the opponent has a number that can be named: signals, limits and priorities must
/// be aimed at oneself.
fn keep_to_itself(rules: &mut Rules, subject: &Subject, allow_processes: bool) {
    let not_me = |arg: u8| rule(&[(arg, SeccompCmpOp::Ne, u64::from(subject.pid)), (arg, SeccompCmpOp::Ne, 0)]);
    let placement = [
        libc::SYS_prlimit64,
        libc::SYS_sched_setaffinity,
        libc::SYS_sched_setscheduler,
        libc::SYS_sched_setparam,
        libc::SYS_sched_setattr,
    ];
    for call in placement {
        rules.insert(call, vec![not_me(0)]);
    }
    for call in [libc::SYS_setpriority, libc::SYS_ioprio_set] {
        // First argument: process (0 resp. 1) only, never group or user.
        let kind = if call == libc::SYS_setpriority { libc::PRIO_PROCESS as u64 } else { 1 };
        rules.insert(call, vec![rule(&[(0, SeccompCmpOp::Ne, kind)]), not_me(1)]);
    }
    if !allow_processes {
        let signals = [libc::SYS_kill, libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo];
        for call in signals {
            // Not even 0 (the own group): the group is the sandbox's, but -1 and others are not.
            rules.insert(call, vec![rule(&[(0, SeccompCmpOp::Ne, u64::from(subject.pid))])]);
        }
        rules.insert(libc::SYS_pidfd_send_signal, Vec::new());
        if !subject.signals_scoped {
            // Names a thread of anyone; some C libraries use it, so it is kept where Landlock guards it.
            rules.insert(libc::SYS_tkill, Vec::new());
        }
    }
}

fn eq() -> SeccompCmpOp {
    SeccompCmpOp::Eq
}

/// All conditions must hold. Arguments of these calls are `int`s: the upper half is not looked at, as in the kernel.
fn rule(conditions: &[(u8, SeccompCmpOp, u64)]) -> SeccompRule {
    let conditions = conditions
        .iter()
        .map(|(arg, op, value)| SeccompCondition::new(*arg, SeccompCmpArgLen::Dword, op.clone(), *value & 0xffff_ffff))
        .collect::<Result<Vec<_>, _>>()
        .expect("argument numbers are below six");
    SeccompRule::new(conditions).expect("a rule has a condition")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, Level, Pack};

    #[test]
    fn every_policy_compiles_within_the_kernels_bound() {
        for network in [Network::None, Network::Loopback(7)] {
            for allow_processes in [false, true] {
                for alone in [false, true] {
                    let pack = Pack::of(Language::Native, std::ffi::OsStr::new("true"));
                    let policy = Policy { network, allow_processes, ..Policy::play(Level::Filters, "/tmp", pack) };
                    let subject = Subject { pid: 7, alone, signals_scoped: false };
                    let program = compile(refusals(&policy, &subject), libc::EPERM).unwrap();
                    assert!(program.len() < 4096, "{}", program.len());
                }
            }
        }
    }
}
