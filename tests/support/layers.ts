import type { Import } from "./syntax";

/** The layers, highest first; an import may only go to the same or a lower layer. */
export const LAYERS = ["app", "components", "lib/panel/admin", "lib/<domain>", "lib/platform"] as const;
export type Layer = (typeof LAYERS)[number];

/** The layer of a path, or null for packages, messages, public files and other files. */
export function layerOf(file: string): Layer | null {
  if (/^(?:app\/|middleware\.ts|next\.config\.ts)/.test(file)) return "app";
  if (file.startsWith("components/")) return "components";
  if (file.startsWith("lib/panel/admin/")) return "lib/panel/admin";
  if (file.startsWith("lib/platform/")) return "lib/platform";
  return file.startsWith("lib/") ? "lib/<domain>" : null;
}

/** `lib/commerce/sales/rules.ts` → `sales`; null outside the domains. */
export function domainOf(file: string): string | null {
  return layerOf(file) === "lib/<domain>" ? (file.split("/")[1] ?? null) : null;
}

/** The modules of `lib` that components may import besides types. */
const FOR_COMPONENTS = [
  /^lib\/(?:(?:accounts|event-promotion|event-publishing|inbox|registrations|saved-trips|travel-files|trip-conditions|trip-facts|trips|vehicle-checklists|vehicle-csv|vehicle-history|vehicle-sharing|vehicle-statistics|vehicles)\/)?[^/]+\/(?:schema|rules|actions)\.ts$/,
  /^lib\/platform\/i18n\/(?:routing|content)\.ts$/,
  /^lib\/platform\/(?:format|whatsapp|tax-document|sheets|dates|slug|text-encoding|typed-values|paging|paths|inline-scripts|state-segments)\.ts$/,
  /^lib\/platform\/auth\/permissions\.ts$/,
  // Coordinates of the map drawing, used by the rules in the same folder.
  /^lib\/geo\/shapes\.json$/,
];

export function isForComponents({ to, typeOnly }: Import): boolean {
  return !to.startsWith("lib/") || typeOnly || FOR_COMPONENTS.some((allowed) => allowed.test(to));
}

/** The first cycle found in a graph, as a list of names, or null. */
export function findCycle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const finished = new Set<string>();
  const visit = (node: string, visitedNodes: readonly string[]): string[] | null => {
    if (visitedNodes.includes(node)) return [...visitedNodes.slice(visitedNodes.indexOf(node)), node];
    if (finished.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...visitedNodes, node]);
      if (cycle) return cycle;
    }
    finished.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return null;
}

/** Builds a graph from the edges that `edgeOf` finds in imports. */
export function graphOf(
  imports: readonly Import[],
  edgeOf: (item: Import) => readonly [string, string] | null,
): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const item of imports) {
    const edge = edgeOf(item);
    if (edge) graph.set(edge[0], (graph.get(edge[0]) ?? new Set()).add(edge[1]));
  }
  return graph;
}
