import type { LineLinks } from "./line-links";

/**
 * Numbers of the groups of nodes that can be reached from each other, with one-way lines in their direction (Tarjan's
 * algorithm for strongly connected components, with a stack of its own instead of recursion).
 */
export function reachableGroups(links: LineLinks, nodes: number): Int32Array {
  const group = new Int32Array(nodes).fill(-1);
  const order = new Int32Array(nodes).fill(-1);
  const lowest = new Int32Array(nodes);
  const path: number[] = [];
  const open: { node: number; next: number[]; at: number }[] = [];
  let [visited, groups] = [0, 0];
  const enter = (node: number) => {
    order[node] = lowest[node] = visited++;
    path.push(node);
    const next: number[] = [];
    links.forEachNext(node, (other) => void next.push(other));
    open.push({ node, next, at: 0 });
  };
  const leave = (node: number) => {
    open.pop();
    const before = open.at(-1)?.node;
    if (before !== undefined) lowest[before] = Math.min(lowest[before]!, lowest[node]!);
    if (lowest[node] !== order[node]) return;
    let member: number;
    do group[(member = path.pop()!)] = groups;
    while (member !== node);
    groups++;
  };
  for (let start = 0; start < nodes; start++) {
    if (order[start] === -1) enter(start);
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const other = top.next[top.at++];
      if (other === undefined) leave(top.node);
      else if (order[other] === -1) enter(other);
      else if (group[other] === -1) lowest[top.node] = Math.min(lowest[top.node]!, order[other]!);
    }
  }
  return group;
}
