//! Which bots can be compared with each other. An arrow leads from a bot to another that it took anything off.

/// The arrows between bots.
#[derive(Clone, Debug)]
pub(crate) struct Arrows {
    onward: Vec<Vec<u32>>,
    back: Vec<Vec<u32>>,
}

impl Arrows {
    /// From pairs of bots, in any order and as often as they like.
    pub fn new(bots: usize, mut arrows: Vec<(u32, u32)>) -> Arrows {
        arrows.sort_unstable();
        arrows.dedup();
        let (mut onward, mut back) = (vec![Vec::new(); bots], vec![Vec::new(); bots]);
        for (from, to) in arrows {
            onward[from as usize].push(to);
            back[to as usize].push(from);
        }
        Arrows { onward, back }
    }

    /// The group of each bot: within a group arrows lead from everybody to everybody. Numbered by their lowest bots.
    pub fn groups(&self) -> Vec<usize> {
        let bots = self.onward.len();
        // Kosaraju: those who are left last, first; then back along the arrows.
        let mut left = Vec::with_capacity(bots);
        let mut seen = vec![false; bots];
        for start in 0..bots {
            if !seen[start] {
                seen[start] = true;
                let mut way = vec![(start, 0)];
                while let Some((bot, next)) = way.last_mut() {
                    if let Some(&to) = self.onward[*bot].get(*next) {
                        *next += 1;
                        if !std::mem::replace(&mut seen[to as usize], true) {
                            way.push((to as usize, 0));
                        }
                    } else {
                        left.push(*bot);
                        way.pop();
                    }
                }
            }
        }
        let mut found = vec![usize::MAX; bots];
        for &start in left.iter().rev() {
            if found[start] == usize::MAX {
                found[start] = start;
                let mut open = vec![start];
                while let Some(bot) = open.pop() {
                    for &from in &self.back[bot] {
                        if found[from as usize] == usize::MAX {
                            found[from as usize] = start;
                            open.push(from as usize);
                        }
                    }
                }
            }
        }
        let mut numbers = vec![usize::MAX; bots];
        let mut next = 0;
        found
            .into_iter()
            .map(|head| {
                if numbers[head] == usize::MAX {
                    numbers[head] = next;
                    next += 1;
                }
                numbers[head]
            })
            .collect()
    }

    /// Who is reached from these bots along the arrows, themselves included.
    pub fn reached_from(&self, bots: impl IntoIterator<Item = usize>) -> Vec<bool> {
        walk(&self.onward, bots)
    }

    /// Who reaches these bots, themselves included.
    pub fn reaching(&self, bots: impl IntoIterator<Item = usize>) -> Vec<bool> {
        walk(&self.back, bots)
    }
}

fn walk(arrows: &[Vec<u32>], from: impl IntoIterator<Item = usize>) -> Vec<bool> {
    let mut seen = vec![false; arrows.len()];
    let mut open: Vec<usize> = from.into_iter().collect();
    for &bot in &open {
        seen[bot] = true;
    }
    while let Some(bot) = open.pop() {
        for &to in &arrows[bot] {
            if !std::mem::replace(&mut seen[to as usize], true) {
                open.push(to as usize);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_numbered_by_their_lowest_bots() {
        // 3 -> {0, 2, 4} -> 1, and 5 alone.
        let arrows = Arrows::new(6, vec![(0, 2), (2, 4), (4, 0), (3, 2), (4, 1), (0, 2)]);
        assert_eq!(arrows.groups(), [0, 1, 0, 2, 0, 3]);
        assert_eq!(arrows.reached_from([4]), [true, true, true, false, true, false]);
        assert_eq!(arrows.reaching([1]), [true, true, true, true, true, false]);
        assert!(Arrows::new(0, Vec::new()).groups().is_empty());
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let n = 200_000;
        let chain = Arrows::new(n as usize, (0..n - 1).map(|i| (i, i + 1)).collect());
        assert_eq!(chain.groups().last(), Some(&(n as usize - 1)));
    }
}
