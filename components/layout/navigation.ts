/** A header link: `path` is without state; `scope` says what a chosen state does to it. */
export type NavItem = {
  key: "home" | "map" | "events" | "regions" | "photos" | "planner" | "log" | "panel" | "services" | "clubs" | "magazine" | "about" | "radio";
  path: string;
  scope: "none" | "optional" | "required";
  mobileOnly?: true;
  currentOn?: string;
};

/** The specification's header, in its order. */
export const NAVIGATION: readonly NavItem[] = [
  { key: "home", path: "/home", scope: "optional" },
  { key: "map", path: "/mapa-interativo", scope: "required" },
  { key: "events", path: "/eventos/lacambeche", scope: "none" },
  { key: "regions", path: "/regioes", scope: "required" },
  { key: "photos", path: "/pontos-fotograficos", scope: "required" },
  { key: "planner", path: "/planejador-rota", scope: "optional", currentOn: "/planejador-rota" },
  { key: "log", path: "/diario-de-bordo", scope: "none" },
  { key: "panel", path: "/solicitar-painel-viagem", scope: "none" },
  { key: "services", path: "/servicos", scope: "required", mobileOnly: true },
  { key: "clubs", path: "/clubes-parceiros", scope: "none" },
  { key: "magazine", path: "/revista-digital", scope: "none" },
  { key: "about", path: "/sobre", scope: "none" },
  { key: "radio", path: "/radio", scope: "none" },
];

/** Where a link leads: inside a state when one is chosen; without one a required link leads to the picker. */
export function navPath({ path, scope }: Pick<NavItem, "path" | "scope">, uf: string | null): string {
  if (scope === "none") return path;
  if (uf) return `/${uf}${path}`;
  return scope === "required" ? "/home" : path;
}
