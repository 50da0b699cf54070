import { featureKey, type Feature } from "@/lib/platform/settings/rules";
import type { Settings } from "@/lib/platform/settings/schema";

/** A header link: `path` is without state; `scope` defines how a selected state changes it; `feature` is the flag that shows or hides it. */
export type NavItem = {
  key:
    | "home"
    | "map"
    | "events"
    | "regions"
    | "photos"
    | "planner"
    | "log"
    | "panel"
    | "services"
    | "vouchers"
    | "clubs"
    | "magazine"
    | "about"
    | "radio";
  path: string;
  scope: "none" | "optional" | "required";
  mobileOnly?: true;
  /** Segment of further addresses on which the link is marked as current. */
  currentOn?: string;
  feature?: Feature;
};

/** The specification's header, in its order. */
export const NAVIGATION: readonly NavItem[] = [
  { key: "home", path: "/home", scope: "optional" },
  { key: "map", path: "/mapa-interativo", scope: "required" },
  { key: "events", path: "/eventos/lacambeche", scope: "none", currentOn: "/eventos/lacambeche" },
  { key: "regions", path: "/regioes", scope: "required", currentOn: "/rota" },
  { key: "photos", path: "/pontos-fotograficos", scope: "required" },
  { key: "planner", path: "/planejador-rota", scope: "optional", currentOn: "/planejador-rota" },
  { key: "log", path: "/diario-de-bordo", scope: "none", currentOn: "/diario-de-bordo" },
  { key: "panel", path: "/solicitar-painel-viagem", scope: "none", feature: "trip_panel_requests" },
  { key: "services", path: "/servicos", scope: "required", mobileOnly: true },
  // One of the translated labels of the specification (section 8), which names no place for it: beside the services.
  { key: "vouchers", path: "/vouchers", scope: "required", mobileOnly: true },
  { key: "clubs", path: "/clubes-parceiros", scope: "none", currentOn: "/clubes-parceiros" },
  { key: "magazine", path: "/revista-digital", scope: "none" },
  { key: "about", path: "/sobre", scope: "none" },
  { key: "radio", path: "/radio", scope: "none", feature: "radio" },
];

/** The header links whose features are enabled. */
export function offeredNavigation(settings: Pick<Settings, `feature_${Feature}`>): NavItem[] {
  return NAVIGATION.filter(({ feature }) => !feature || settings[featureKey(feature)]);
}

/** Target of a link: inside the selected state; without one, a link that requires a state leads to the state picker. */
export function navPath({ path, scope }: Pick<NavItem, "path" | "scope">, uf: string | null): string {
  if (scope === "none") return path;
  if (uf) return `/${uf}${path}`;
  return scope === "required" ? "/home" : path;
}
