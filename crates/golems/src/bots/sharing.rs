//! Assigns units to zones so that the sum of their paths is smallest (the Hungarian method).

/// For every row the column it gets, with `rows <= columns`; the sum of `cost(row, column)` is the smallest possible.
pub fn share(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> i64) -> Vec<usize> {
    const FREE: usize = usize::MAX;
    // Potentials of rows and columns; column 0 and row 0 are the root of the search, the real ones count from 1.
    let mut u = vec![0i64; rows + 1];
    let mut v = vec![0i64; columns + 1];
    let mut owner = vec![0usize; columns + 1];
    let mut before = vec![0usize; columns + 1];
    for row in 1..=rows {
        owner[0] = row;
        let mut column = 0;
        let mut slack = vec![i64::MAX; columns + 1];
        let mut done = vec![false; columns + 1];
        // Grows the tree of tight edges until it meets a free column.
        while owner[column] != 0 {
            done[column] = true;
            let (current, mut least, mut next) = (owner[column], i64::MAX, FREE);
            for j in (1..=columns).filter(|&j| !done[j]) {
                let reduced = cost(current - 1, j - 1) - u[current] - v[j];
                if reduced < slack[j] {
                    slack[j] = reduced;
                    before[j] = column;
                }
                if slack[j] < least {
                    least = slack[j];
                    next = j;
                }
            }
            for j in 0..=columns {
                if done[j] {
                    u[owner[j]] += least;
                    v[j] -= least;
                } else {
                    slack[j] -= least.min(slack[j]);
                }
            }
            column = next;
        }
        while column != 0 {
            owner[column] = owner[before[column]];
            column = before[column];
        }
    }
    let mut shares = vec![FREE; rows];
    for column in 1..=columns {
        if owner[column] != 0 {
            shares[owner[column] - 1] = column - 1;
        }
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_core::Rng;

    fn least(costs: &[Vec<i64>], row: usize, used: &mut Vec<usize>) -> i64 {
        if row == costs.len() {
            return 0;
        }
        let mut best = i64::MAX;
        for column in 0..costs[0].len() {
            if !used.contains(&column) {
                used.push(column);
                best = best.min(costs[row][column] + least(costs, row + 1, used));
                used.pop();
            }
        }
        best
    }

    #[test]
    fn no_other_sharing_is_shorter() {
        let mut rng = Rng::new(5);
        for _ in 0..200 {
            let rows = 1 + rng.index(4);
            let columns = rows + rng.index(3);
            let costs: Vec<Vec<i64>> = (0..rows).map(|_| (0..columns).map(|_| rng.between(0, 20)).collect()).collect();
            let shares = share(rows, columns, |i, j| costs[i][j]);
            let sum: i64 = shares.iter().enumerate().map(|(i, &j)| costs[i][j]).sum();
            assert_eq!(sum, least(&costs, 0, &mut Vec::new()), "{costs:?}");
            assert!(shares.iter().enumerate().all(|(i, j)| !shares[..i].contains(j)));
        }
    }
}
