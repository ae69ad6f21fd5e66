//! The system calls a bot is refused, as programs for the kernel.
//!
//! The tree and the namespaces are the wall; this closes what they leave open. Three programs, one per answer: "not
//! permitted"; "no such call", so that a runtime falls back to an older one that can be judged; and "invalid", for
//! calls with many meanings of which a bot needs a few.

use std::collections::BTreeMap;
use std::io;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    sock_filter,
};

use super::calls;
use super::wall::Wall;
use crate::{Network, Policy};

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// What the filter must know about the bot.
pub struct Subject {
    /// Its own process id as the calls see it.
    pub pid: u32,
    /// Are other processes out of sight (an own pid namespace)?
    pub alone: bool,
    /// What Landlock guards here.
    pub wall: Wall,
}

/// Installs the filters on this process, for good.
pub fn install(policy: &Policy, subject: &Subject) -> io::Result<()> {
    for program in programs(policy, subject)? {
        seccompiler::apply_filter(&program).map_err(io::Error::other)?;
    }
    Ok(())
}

fn programs(policy: &Policy, subject: &Subject) -> io::Result<[BpfProgram; 3]> {
    let mut refused = compile(refusals(policy, subject), libc::EPERM)?;
    refused.splice(0..0, unjudged(calls::NEWEST, calls::GAP));
    // It refuses further filters, so it comes last.
    Ok([compile(absences(subject), libc::ENOSYS)?, compile(mistakes(policy), libc::EINVAL)?, refused])
}

fn compile(rules: Rules, errno: i32) -> io::Result<BpfProgram> {
    let arch = std::env::consts::ARCH.try_into().map_err(io::Error::other)?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(errno as u32), arch)
        .map_err(io::Error::other)?;
    filter.try_into().map_err(io::Error::other)
}

/// Instructions to put in front, because `seccompiler` cannot express a range. For a bot, numbers that were never judged
/// do not exist. Those from 0x40000000 up are the x32 twins of the calls we list by number.
fn unjudged(newest: u32, gap: (u32, u32)) -> [sock_filter; 7] {
    const LOAD_NUMBER: u16 = 0x20; // BPF_LD | BPF_W | BPF_ABS, offset 0 of seccomp_data
    const JUMP_GREATER: u16 = 0x25; // BPF_JMP | BPF_JGT | BPF_K
    const JUMP_NOT_LESS: u16 = 0x35; // BPF_JMP | BPF_JGE | BPF_K
    const RETURN: u16 = 0x06; // BPF_RET | BPF_K
    const X32_BIT: u32 = 0x4000_0000;
    let answer = |errno: i32| libc::SECCOMP_RET_ERRNO | errno as u32;
    [
        sock_filter { code: LOAD_NUMBER, jt: 0, jf: 0, k: 0 },
        sock_filter { code: JUMP_NOT_LESS, jt: 0, jf: 1, k: X32_BIT },
        sock_filter { code: RETURN, jt: 0, jf: 0, k: answer(libc::EPERM) },
        sock_filter { code: JUMP_GREATER, jt: 2, jf: 0, k: newest },
        sock_filter { code: JUMP_GREATER, jt: 2, jf: 0, k: gap.1 },
        sock_filter { code: JUMP_NOT_LESS, jt: 0, jf: 1, k: gap.0 },
        sock_filter { code: RETURN, jt: 0, jf: 0, k: answer(libc::ENOSYS) },
    ]
}

fn absences(subject: &Subject) -> Rules {
    let mut rules: Rules = calls::ABSENT.iter().map(|&call| (call, Vec::new())).collect();
    if !subject.alone && !subject.wall.truncation_guarded {
        // Its flags are in memory, where no filter looks.
        rules.insert(libc::SYS_openat2, Vec::new());
    }
    rules
}

/// Calls with many meanings: all but the few that are listed are invalid.
fn mistakes(policy: &Policy) -> Rules {
    let mut rules: Rules = calls::SPLICES.iter().map(|&call| (call, Vec::new())).collect();
    let but = |arg: u8, known: &mut dyn Iterator<Item = u64>| {
        let conditions: Vec<_> = known.map(|value| (arg, SeccompCmpOp::Ne, value)).collect();
        vec![rule(&conditions)]
    };
    rules.insert(libc::SYS_ioctl, but(1, &mut calls::IOCTLS.iter().copied()));
    rules.insert(libc::SYS_fcntl, but(1, &mut calls::FCNTLS.iter().chain(calls::LOCKS).map(|&value| value as u64)));
    let family = if policy.allow_processes { calls::FAMILY_PRCTLS } else { &[] };
    rules.insert(libc::SYS_prctl, but(0, &mut calls::PRCTLS.iter().chain(family).map(|&value| value as u64)));
    if !policy.allow_processes {
        // Into a pipe it is a splice; a player has nothing to copy that could not be read and written.
        rules.insert(libc::SYS_sendfile, Vec::new());
    }
    rules
}

fn refusals(policy: &Policy, subject: &Subject) -> Rules {
    let mut rules: Rules = calls::REFUSED.iter().chain(calls::REFUSED_HERE).map(|&call| (call, Vec::new())).collect();
    refuse_uncounted_memory(&mut rules);
    refuse_sockets(&mut rules, policy);
    refuse_processes(&mut rules, policy.allow_processes);
    if !policy.allow_processes {
        refuse_locks(&mut rules);
    }
    if !subject.alone {
        guard_files(&mut rules, subject, policy.allow_processes);
        keep_to_itself(&mut rules, subject, policy.allow_processes);
    }
    rules
}

/// Shared memory without a file stays when it is in no page table any more, so nobody can count it; huge pages that
/// were set aside are in no count either; merged pages tell what others hold.
fn refuse_uncounted_memory(rules: &mut Rules) {
    const KIND: u64 = (libc::MAP_TYPE | libc::MAP_ANONYMOUS) as u64;
    const SHARED: u64 = (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u64;
    const HUGE: u64 = libc::MAP_HUGETLB as u64;
    rules.insert(
        libc::SYS_mmap,
        vec![rule(&[(3, SeccompCmpOp::MaskedEq(KIND), SHARED)]), rule(&[(3, SeccompCmpOp::MaskedEq(HUGE), HUGE)])],
    );
    rules.insert(libc::SYS_madvise, vec![rule(&[(2, eq(), libc::MADV_MERGEABLE as u64)])]);
}

/// No sockets at all, or only TCP over IPv4. Pairs are allowed if they cannot send elsewhere: streams and sequenced
/// packets ignore an address, datagrams follow it.
fn refuse_sockets(rules: &mut Rules, policy: &Policy) {
    let all_but = |arg: u8, kinds: &'static [i32]| {
        let others = (0..16).filter(|kind| !kinds.contains(kind));
        others.map(move |kind| rule(&[(arg, SeccompCmpOp::MaskedEq(0xf), kind as u64)]))
    };
    let mut pair = vec![rule(&[(0, SeccompCmpOp::Ne, libc::AF_UNIX as u64)])];
    pair.extend(all_but(1, &[libc::SOCK_STREAM, libc::SOCK_SEQPACKET]));
    rules.insert(libc::SYS_socketpair, pair);
    rules.insert(libc::SYS_sendto, vec![address_given(4)]);
    if policy.network == Network::None {
        // Options would make buffers larger.
        for call in [libc::SYS_socket, libc::SYS_connect, libc::SYS_setsockopt] {
            rules.insert(call, Vec::new());
        }
    } else {
        let mut socket = vec![
            rule(&[(0, SeccompCmpOp::Ne, libc::AF_INET as u64)]),
            // Multipath TCP is a stream too, and Landlock's port rules do not see it.
            rule(&[(2, SeccompCmpOp::Ne, 0), (2, SeccompCmpOp::Ne, libc::IPPROTO_TCP as u64)]),
        ];
        socket.extend(all_but(1, &[libc::SOCK_STREAM]));
        rules.insert(libc::SYS_socket, socket);
    }
    for (call, flags) in [(libc::SYS_sendmsg, 2), (libc::SYS_sendmmsg, 3)] {
        // Descriptors in flight are beyond the limit on descriptors. A family may hand some on, but a connection made
        // by sending does not pass through `connect`, where Landlock looks.
        const FAST_OPEN: u64 = libc::MSG_FASTOPEN as u64;
        let fast_open = vec![rule(&[(flags, SeccompCmpOp::MaskedEq(FAST_OPEN), FAST_OPEN)])];
        rules.insert(call, if policy.allow_processes { fast_open } else { Vec::new() });
    }
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
        // A thread with its own table of descriptors would have its own limit.
        for flag in [libc::CLONE_THREAD, libc::CLONE_FILES] {
            clone.push(rule(&[(0, SeccompCmpOp::MaskedEq(flag as u64), 0)]));
        }
        const OWN_TABLE: u64 = libc::CLOSE_RANGE_UNSHARE as u64;
        rules.insert(libc::SYS_close_range, vec![rule(&[(2, SeccompCmpOp::MaskedEq(OWN_TABLE), OWN_TABLE)])]);
        #[cfg(target_arch = "x86_64")]
        for call in [libc::SYS_fork, libc::SYS_vfork] {
            rules.insert(call, Vec::new());
        }
    }
    rules.insert(libc::SYS_clone, clone);
}

fn refuse_locks(rules: &mut Rules) {
    rules.insert(libc::SYS_flock, Vec::new());
    let fcntl = calls::LOCKS.iter().map(|&command| rule(&[(1, eq(), command as u64)])).collect();
    rules.insert(libc::SYS_fcntl, fcntl);
}

/// Without a tree of its own the bot sees the machine's files, and Landlock does not guard everything about them.
fn guard_files(rules: &mut Rules, subject: &Subject, allow_processes: bool) {
    if !allow_processes {
        rules.extend(calls::OWNERSHIP.iter().map(|&call| (call, Vec::new())));
    }
    if subject.wall.truncation_guarded {
        return;
    }
    // Older Landlock lets a file be emptied by its name, or by who opens it for reading, or for nothing (mode 3).
    const MODE: u64 = libc::O_ACCMODE as u64;
    const EMPTY: u64 = libc::O_TRUNC as u64;
    let open = |flags: u8| {
        let read_only = rule(&[(flags, SeccompCmpOp::MaskedEq(MODE | EMPTY), EMPTY)]);
        vec![read_only, rule(&[(flags, SeccompCmpOp::MaskedEq(MODE), MODE)])]
    };
    rules.insert(libc::SYS_truncate, Vec::new());
    rules.insert(libc::SYS_openat, open(2));
    #[cfg(target_arch = "x86_64")]
    rules.insert(libc::SYS_open, open(1));
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
            // Not even 0 (its own group): the group is the sandbox's, but -1 and others are not.
            rules.insert(call, vec![rule(&[(0, SeccompCmpOp::Ne, u64::from(subject.pid))])]);
        }
        rules.insert(libc::SYS_pidfd_send_signal, Vec::new());
        if !subject.wall.signals_scoped {
            // Names a thread of anyone; some C libraries use it, so it is kept where Landlock guards it.
            rules.insert(libc::SYS_tkill, Vec::new());
        }
    }
}

fn eq() -> SeccompCmpOp {
    SeccompCmpOp::Eq
}

/// An address that is not null, which fills the whole argument.
fn address_given(arg: u8) -> SeccompRule {
    let condition = SeccompCondition::new(arg, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0);
    SeccompRule::new(vec![condition.expect("argument numbers are below six")]).expect("a rule has a condition")
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
    use std::fs;

    use super::*;
    use crate::linux::sys::{self, Side};
    use crate::linux::wall;
    use crate::{Language, Level, Pack, bad};

    fn policy(network: Network, allow_processes: bool) -> Policy {
        let pack = Pack::of(Language::Native, std::ffi::OsStr::new("true"));
        Policy { network, allow_processes, ..Policy::play(Level::Filters, "/tmp", pack) }
    }

    #[test]
    fn every_policy_compiles_within_the_kernels_bound() {
        for network in [Network::None, Network::Loopback(7)] {
            for allow_processes in [false, true] {
                for alone in [false, true] {
                    let subject = Subject { pid: 7, alone, wall: Wall::default() };
                    for program in programs(&policy(network, allow_processes), &subject).unwrap() {
                        assert!(program.len() < 4096, "{}", program.len());
                    }
                }
            }
        }
    }

    /// Runs in a process of its own, because rights given up there cannot be regained.
    fn alone(test: impl FnOnce() -> bool) -> bool {
        match sys::fork(0).unwrap() {
            Side::Child => sys::exit(i32::from(!test())),
            Side::Parent(child) => sys::wait(child.as_raw_nonzero().get(), true).unwrap().unwrap().status == 0,
        }
    }

    #[test]
    fn a_call_that_was_not_judged_does_not_exist() {
        let answer = |newest: i64, gap: (u32, u32)| {
            alone(|| {
                let mut program = compile(Rules::new(), libc::EPERM).unwrap();
                program.splice(0..0, unjudged(newest as u32, gap));
                rustix::thread::set_no_new_privs(true).unwrap();
                seccompiler::apply_filter(&program).unwrap();
                let mut byte = [0_u8; 1];
                let args = [byte.as_mut_ptr() as usize, 1, 0, 0, 0];
                let error = bad::raw::call(libc::SYS_getrandom, args).err().and_then(|error| error.raw_os_error());
                error == Some(libc::ENOSYS)
            })
        };
        let call = libc::SYS_getrandom;
        assert!(!answer(call, calls::GAP), "the newest that was judged is there");
        assert!(answer(call - 1, calls::GAP), "one above it is not");
        assert!(answer(i64::from(calls::NEWEST), (call as u32, call as u32)), "nor is one in the gap");
    }

    #[test]
    fn older_landlock_is_made_up_for() {
        let newest = wall::available().abi;
        if newest == 0 {
            eprintln!("SKIPPED: no Landlock here");
            return;
        }
        let folder = std::env::temp_dir().join(format!("skirmish-filter-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let file = folder.join("file");
        fs::write(&file, "content").unwrap();
        for version in 1..=newest {
            let policy = Policy { folder: folder.clone(), ..policy(Network::None, false) };
            let stopped = alone(|| {
                rustix::thread::set_no_new_privs(true).unwrap();
                let wall = wall::raise_on_host(&policy, &file, version).unwrap();
                assert_eq!(wall.abi, version);
                let subject = Subject { pid: std::process::id(), alone: false, wall };
                install(&policy, &subject).unwrap();
                let path = file.to_str().unwrap();
                // It may be read; it belongs to us; and nothing about it may be changed.
                matches!(bad::files::read(path), bad::Result::Yes(_))
                    && [bad::files::truncate(path), bad::files::mode(path), bad::files::times(path)]
                        .into_iter()
                        .chain([bad::files::attributes(path), bad::files::flags(path)])
                        .all(|result| matches!(result, bad::Result::No(_)))
            });
            assert!(stopped, "Landlock version {version}");
            assert_eq!(fs::read_to_string(&file).unwrap(), "content", "Landlock version {version}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
