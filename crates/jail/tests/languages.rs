//! Python, Node, Java, C, C++ and Rust bots run at every level, and none of them outgrows its memory.

#![cfg(target_os = "linux")]

mod common;

use std::io::{Read, Write};

use common::{Den, compile, end, installed, is_root, jail, line};
use skirmish_jail::{Breach, Language, Level, Limits, MIB, Outcome, Pack, Policy, Prisoner, find_program};

/// A bot that answers lines, and one that eats memory, in one language.
struct Kit {
    language: Language,
    program: String,
    echo: Vec<String>,
    glutton: Vec<String>,
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| word.to_string()).collect()
}

/// Every language that is installed here, ready to start in the den.
fn kits(den: &Den) -> Vec<Kit> {
    let mut kits = Vec::new();
    if installed("python3") {
        den.write(
            "echo.py",
            "import sys, json, random, threading\nt = threading.Thread(target=print, args=('thread',))\nt.start()\n\
             t.join()\nfor line in sys.stdin: print(line.strip()[::-1])\n",
        );
        den.write("glutton.py", "kept = []\nwhile True: kept.append(bytearray(1 << 20))\n");
        kits.push(Kit {
            language: Language::Python,
            program: python(),
            echo: words(&["echo.py"]),
            glutton: words(&["glutton.py"]),
        });
    }
    if installed("node") {
        den.write(
            "echo.js",
            "console.log('thread');\nrequire('readline').createInterface({input: process.stdin})\n\
             .on('line', line => console.log([...line].reverse().join('')));\n",
        );
        den.write("glutton.js", "const kept = []; for (;;) kept.push(Buffer.alloc(1 << 20, 1));\n");
        kits.push(Kit {
            language: Language::Node,
            program: "node".to_owned(),
            echo: words(&["echo.js"]),
            glutton: words(&["glutton.js"]),
        });
    }
    if installed("java") && installed("javac") {
        den.write(
            "Echo.java",
            "public class Echo { public static void main(String[] a) throws Exception {\n\
             Thread t = new Thread(() -> System.out.println(\"thread\")); t.start(); t.join();\n\
             var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in)); String line;\n\
             while ((line = in.readLine()) != null) System.out.println(new StringBuilder(line).reverse()); } }\n",
        );
        den.write(
            "Glutton.java",
            "public class Glutton { public static void main(String[] a) {\n\
             var kept = new java.util.ArrayList<byte[]>(); for (;;) kept.add(new byte[1 << 20]); } }\n",
        );
        compile("javac", &["Echo.java", "Glutton.java"], &den.folder);
        kits.push(Kit {
            language: Language::Java,
            program: "java".to_owned(),
            echo: words(&["-cp", ".", "Echo"]),
            glutton: words(&["-cp", ".", "Glutton"]),
        });
    }
    const C: &str = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <pthread.h>\n\
        static void *hello(void *p) { puts(\"thread\"); return p; }\n\
        int main(int n, char **v) { char s[99]; pthread_t t;\n\
        if (n > 1) for (;;) { char *p = malloc(1 << 20); if (!p) abort(); memset(p, 1, 1 << 20); }\n\
        setvbuf(stdout, 0, _IOLBF, 0); pthread_create(&t, 0, hello, 0); pthread_join(t, 0);\n\
        while (fgets(s, 99, stdin)) { int k = strcspn(s, \"\\n\"); while (k--) putchar(s[k]); putchar('\\n'); } }\n";
    const RUST: &str = "use std::io::BufRead;\nfn main() {\n\
        if std::env::args().len() > 1 { let mut kept = vec![]; loop { kept.push(vec![1u8; 1 << 20]); } }\n\
        std::thread::spawn(|| println!(\"thread\")).join().unwrap();\n\
        for l in std::io::stdin().lock().lines() { println!(\"{}\", l.unwrap().chars().rev().collect::<String>()); } }\n";
    let natives: [(&str, &str, &str, &[&str]); 3] = [
        ("gcc", "echo.c", C, &["-pthread", "echo.c", "-o", "echo-gcc"]),
        ("g++", "echo.cc", C, &["-pthread", "-fpermissive", "-w", "echo.cc", "-o", "echo-g++"]),
        ("rustc", "echo.rs", RUST, &["echo.rs", "-o", "echo-rustc"]),
    ];
    for (compiler, file, source, args) in natives {
        if installed(compiler) {
            den.write(file, source);
            compile(compiler, args, &den.folder);
            kits.push(Kit {
                language: Language::Native,
                program: format!("./echo-{compiler}"),
                echo: Vec::new(),
                glutton: words(&["glutton"]),
            });
        }
    }
    assert!(!kits.is_empty(), "no language at all is installed");
    kits
}

/// As root a Python in a private home is out of the bot's reach below `namespaces`: prefer the system's.
fn python() -> String {
    let system = "/usr/bin/python3";
    if is_root() && find_program(system.as_ref()).is_some() { system.to_owned() } else { "python3".to_owned() }
}

fn start(den: &Den, level: Level, kit: &Kit, args: &[String], memory: u64) -> Prisoner {
    let pack = Pack::for_command(&den.folder, kit.program.as_ref(), None);
    assert_eq!(pack.language, kit.language, "{}", kit.program);
    let limits = Limits { memory, ..Limits::default() };
    let policy = Policy { limits, ..Policy::play(level, &den.folder, pack) };
    jail().spawn(&policy, &kit.program, args, []).unwrap_or_else(|error| panic!("{level} {}: {error}", kit.program))
}

#[test]
fn every_language_runs_at_every_level() {
    let den = Den::new("languages");
    let kits = kits(&den);
    for level in den.levels() {
        for kit in &kits {
            let name = format!("{} at {level}", kit.program);
            let mut prisoner = start(&den, level, kit, &kit.echo, 256 * MIB);
            writeln!(prisoner.stdin.as_mut().unwrap(), "stressed").unwrap();
            let mut errors = String::new();
            if line(&mut prisoner) != "thread" {
                prisoner.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
                panic!("{name}: {:?}: {errors}", end(&mut prisoner));
            }
            assert_eq!(line(&mut prisoner), "desserts", "{name}");
            prisoner.stdin = None;
            let ending = end(&mut prisoner);
            assert_eq!(ending.outcome, Outcome::Code(0), "{name}: {ending:?}");
            assert_eq!(ending.survivors, 0, "{name}");
        }
    }
}

#[test]
fn no_language_outgrows_its_memory() {
    let den = Den::new("gluttons");
    const LIMIT: u64 = 128 * MIB;
    let kits = kits(&den);
    for level in den.levels().into_iter().filter(|&level| level > Level::Off) {
        for kit in &kits {
            let name = format!("{} at {level}", kit.program);
            let ending = end(&mut start(&den, level, kit, &kit.glutton, LIMIT));
            // Either the sandbox ended it, or its own runtime gave up within the limit.
            assert!(ending.breach.is_some() || ending.outcome != Outcome::Code(0), "{name}: {ending:?}");
            // Resident memory counts shared pages of the runtime's files too, which the control group does not.
            assert!(ending.peak_memory <= 3 * LIMIT, "{name}: {ending:?}");
            if let (Level::Full, Some(Breach::Memory { seen, .. })) = (level, ending.breach) {
                assert!(seen <= LIMIT, "{name}: {ending:?}");
            }
        }
    }
}

#[test]
fn the_default_python_runs_at_the_best_level_even_from_a_private_home() {
    if !installed("python3") {
        return;
    }
    let den = Den::new("python");
    let best = *den.levels().last().unwrap();
    if best < Level::Namespaces {
        eprintln!("SKIPPED: needs namespaces");
        return;
    }
    let pack = Pack::of(Language::Python, "python3".as_ref());
    let policy = Policy::play(best, &den.folder, pack);
    let mut prisoner = jail().spawn(&policy, "python3", ["-c", "import json, ssl; print('here')"], []).unwrap();
    let said = line(&mut prisoner);
    let mut errors = String::new();
    prisoner.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!((said.as_str(), errors.as_str()), ("here", ""));
}

#[test]
fn a_virtual_environment_in_the_folder_and_a_script_with_an_interpreter_run() {
    if !installed("python3") {
        return;
    }
    let den = Den::new("venv");
    compile(&python(), &["-m", "venv", "--without-pip", "venv"], &den.folder);
    den.write("bot.sh", "#!/bin/sh\nread line\necho \"$line\"\n");
    let script = den.folder.join("bot.sh");
    std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    for level in den.levels() {
        let pack = Pack::for_command(&den.folder, "./venv/bin/python".as_ref(), None);
        let policy = Policy::play(level, &den.folder, pack);
        let ask = ["-c", "import sys; print(sys.prefix != sys.base_prefix)"];
        let mut prisoner = jail().spawn(&policy, "./venv/bin/python", ask, []).unwrap();
        assert_eq!(line(&mut prisoner), "True", "{level}: it runs in its environment");

        let pack = Pack::for_command(&den.folder, "./bot.sh".as_ref(), None);
        assert_eq!(pack.language, Language::Generic);
        let mut prisoner = jail().spawn(&Policy::play(level, &den.folder, pack), "./bot.sh", [""; 0], []).unwrap();
        writeln!(prisoner.stdin.as_mut().unwrap(), "hello").unwrap();
        assert_eq!(line(&mut prisoner), "hello", "{level}");
    }
}

/// What bots do beyond reading lines, in each interpreted language; each says "done" at its end.
fn busy(den: &Den) -> Vec<(String, Vec<String>)> {
    let mut bots = Vec::new();
    if installed("python3") {
        // The event loop has a pair of sockets; the big block is what a library of arrays would take.
        den.write(
            "busy.py",
            "import asyncio, concurrent.futures, os, shutil, signal, sqlite3, time\n\
             async def main():\n    loop = asyncio.get_running_loop()\n\
             \x20   loop.call_later(0.001, lambda: None)\n    await loop.run_in_executor(None, time.sleep, 0.001)\n\
             asyncio.run(main())\n\
             block = bytearray(150 << 20)\nfor i in range(0, len(block), 4096): block[i] = 1\n\
             with concurrent.futures.ThreadPoolExecutor(8) as pool: assert sum(pool.map(int, '0123')) == 6\n\
             signal.signal(signal.SIGALRM, lambda *_: None)\nsignal.setitimer(signal.ITIMER_REAL, 0.001)\ntime.sleep(0.01)\n\
             assert sqlite3.connect(':memory:').execute('select 1').fetchone() == (1,)\n\
             tmp = os.environ.get('TMPDIR')\n\
             if tmp:\n    shutil.copy('busy.py', tmp)\n    os.chmod(tmp + '/busy.py', 0o600)\nprint('done')\n",
        );
        bots.push((python(), words(&["busy.py"])));
    }
    if installed("node") {
        // A module of WebAssembly with one page of memory, a worker, garbage, and a copy between file systems.
        den.write(
            "busy.js",
            "const fs = require('fs'), { Worker } = require('worker_threads');\n\
             const wasm = new Uint8Array([0,97,115,109,1,0,0,0,5,3,1,0,1,7,7,1,3,109,101,109,2,0]);\n\
             WebAssembly.instantiate(wasm).then(() => {\n\
             const worker = new Worker(\"require('worker_threads').parentPort.postMessage(1)\", { eval: true });\n\
             worker.on('message', () => {\n\
             const kept = []; for (let i = 0; i < 60; i++) kept.push(Buffer.alloc(1 << 20, 1));\n\
             const young = []; for (let i = 0; i < 1e6; i++) young[i % 1000] = { a: [i] };\n\
             if (process.env.TMPDIR) fs.copyFileSync('busy.js', process.env.TMPDIR + '/copy');\n\
             setTimeout(() => { console.log('done'); process.exit(0); }, 1); }); });\n",
        );
        bots.push(("node".to_owned(), words(&["busy.js"])));
    }
    if installed("java") && installed("javac") {
        den.write(
            "Busy.java",
            "import java.nio.file.*; import java.util.*; import java.util.concurrent.*;\n\
             public class Busy { public static void main(String[] a) throws Exception {\n\
             for (int i = 0; i < 1000; i++) { byte[] b = new byte[1 << 20]; b[i] = 1; }\n\
             var kept = new ArrayList<byte[]>(); for (int i = 0; i < 70; i++) kept.add(new byte[1 << 20]);\n\
             var pool = Executors.newFixedThreadPool(8);\n\
             for (var f : pool.invokeAll(Collections.<Callable<Integer>>nCopies(20, () -> 1))) f.get();\n\
             pool.shutdown(); java.nio.ByteBuffer.allocateDirect(8 << 20);\n\
             java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();\n\
             String tmp = System.getenv(\"TMPDIR\");\n\
             if (tmp != null) Files.copy(Path.of(\"Busy.java\"), Path.of(tmp, \"copy\"));\n\
             System.out.println(\"done\"); } }\n",
        );
        compile("javac", &["Busy.java"], &den.folder);
        bots.push(("java".to_owned(), words(&["-cp", ".", "Busy"])));
        // A script that becomes another program keeps its limits, and must be able to live with them.
        den.write("busy.sh", "#!/bin/sh\nexec java -Xmx150m -cp . Busy\n");
        bots.push(("sh".to_owned(), words(&["busy.sh"])));
    }
    bots
}

#[test]
fn what_runtimes_do_within_their_limits_is_not_refused() {
    let den = Den::new("busy");
    let bots = busy(&den);
    for level in den.levels() {
        for (program, args) in &bots {
            let pack = Pack::for_command(&den.folder, program.as_ref(), None);
            let policy = Policy::play(level, &den.folder, pack);
            let mut prisoner = jail().spawn(&policy, program, args, []).unwrap();
            let said = line(&mut prisoner);
            let mut errors = String::new();
            prisoner.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
            let ending = end(&mut prisoner);
            assert_eq!(said, "done", "{program} at {level}: {ending:?}\n{errors}");
        }
    }
}
