import type { Import } from "./syntax";

/** The layers, highest first; an import may only go to the same or a lower layer. */
export const LAYERS = ["app", "components", "lib"] as const;
export type Layer = (typeof LAYERS)[number];

/** The groups of nouns, lowest first; lib, components, messages, tests and database schemas have the same folders. */
export const GROUPS = [
  "platform",
  "geo",
  "guide",
  "travel",
  "garage",
  "accounts",
  "site",
  "panel",
  "events",
  "commerce",
  "partners",
] as const;
export type Group = (typeof GROUPS)[number];

/** Folders of components that belong to the group `platform`. */
const PLATFORM_COMPONENTS = ["form", "ui"];

/** Folders of lib/platform that are parts of one noun, together with the files beside them. */
const PLATFORM_PARTS = ["auth", "i18n", "supabase"];

/** The layer of a path, or null for packages, messages, public files and other files. */
export function layerOf(file: string): Layer | null {
  if (/^(?:app\/|middleware\.ts|next\.config\.ts)/.test(file)) return "app";
  if (file.startsWith("components/")) return "components";
  return file.startsWith("lib/") ? "lib" : null;
}

/** The group of a file in lib or components: `components/events/gate/seats.tsx` → `events`; null for other files. */
export function groupOf(file: string): Group | null {
  const [layer, folder = ""] = file.split("/");
  if (layer !== "lib" && layer !== "components") return null;
  if (layer === "components" && PLATFORM_COMPONENTS.includes(folder)) return "platform";
  return GROUPS.find((group) => group === folder) ?? null;
}

/** The noun of a file in lib, with its group: `lib/commerce/sales/rules.ts` → `commerce/sales`; null for other files. */
export function nounOf(file: string): string | null {
  const [layer, group = "", folder = "", ...below] = file.split("/");
  if (layer !== "lib") return null;
  const isPart = below.length === 0 || PLATFORM_PARTS.includes(folder);
  return group === "platform" && isPart ? "platform" : `${group}/${folder}`;
}

/** The modules of `lib` that components may import besides types. */
const FOR_COMPONENTS = [
  /^lib\/[^/]+\/[^/]+\/(?:schema|rules|actions)\.ts$/,
  /^lib\/(?:accounts\/accounts|platform\/mails|events\/messages|events\/panel|events\/promotion|events\/publishing|events\/rally|panel\/inbox|events\/registrations|travel\/saved-trips|geo\/travel-files|travel\/conditions|travel\/facts|travel\/trips|garage\/checklists|garage\/csv|garage\/history|garage\/sharing|garage\/statistics|garage\/vehicles)\/[^/]+\/(?:schema|rules|actions)\.ts$/,
  /^lib\/platform\/i18n\/(?:routing|content)\.ts$/,
  /^lib\/platform\/(?:alignments|font-subsets|format|outcome|whatsapp|tax-document|sheets|dates|slug|text-encoding|typed-values|web-address|paging|paths|inline-scripts|hydrated-event|site-url|state-segments)\.ts$/,
  /^lib\/platform\/auth\/permissions\.ts$/,
  /^lib\/platform\/supabase\/database-constants\/\w+\.ts$/,
  // Coordinates of the map drawing, used by the rules in the same folder.
  /^lib\/geo\/geo\/shapes\.json$/,
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
