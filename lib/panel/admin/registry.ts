import type { Permission } from "../../platform/auth/permissions";
import { panelPages } from "../../platform/panel-pages";
import type { Resource } from "./resource";
import { ads } from "./resources/ads";
import { advertisingPlans } from "./resources/advertising-plans";
import { adminTasks } from "./resources/admin-tasks";
import { blogPosts } from "./resources/blog-posts";
import { blogCategories } from "./resources/blog-categories";
import { checklistTemplates } from "./resources/checklist-templates";
import { cities } from "./resources/cities";
import { clubs } from "./resources/clubs";
import { emergencyContacts } from "./resources/emergency-contacts";
import { eventLeads } from "./resources/event-leads";
import { events } from "./resources/events";
import { faqs } from "./resources/faqs";
import { formTemplates } from "./resources/form-templates";
import { glossaryTerms } from "./resources/glossary-terms";
import { legalDocuments } from "./resources/legal-documents";
import { magazines } from "./resources/magazines";
import { mapPlaces } from "./resources/map-places";
import { photoPoints } from "./resources/photo-points";
import { radioStations } from "./resources/radio-stations";
import { redirects } from "./resources/redirects";
import { regions } from "./resources/regions";
import { cityPhotos } from "./resources/city-photos";
import { galleryCities } from "./resources/gallery-cities";
import { websiteContents } from "./resources/website-contents";
import { reminderPresets } from "./resources/reminder-presets";
import { serviceCategories } from "./resources/service-categories";
import { services } from "./resources/services";
import { stateAssignments } from "./resources/state-assignments";
import { stateContents } from "./resources/state-contents";
import { tollPrices } from "./resources/toll-prices";
import { tolls } from "./resources/tolls";
import { traditionalMeetings } from "./resources/traditional-meetings";

/** Every declared resource; those with the same first path segment are tabs of one page, in this order. */
export const RESOURCES: readonly Resource[] = [
  blogPosts,
  blogCategories,
  magazines,
  stateContents,
  regions,
  emergencyContacts,
  photoPoints,
  websiteContents,
  faqs,
  glossaryTerms,
  legalDocuments,
  radioStations,
  checklistTemplates,
  redirects,
  events,
  eventLeads,
  clubs,
  services,
  mapPlaces,
  serviceCategories,
  cities,
  cityPhotos,
  galleryCities,
  formTemplates,
  adminTasks,
  stateAssignments,
  tolls,
  traditionalMeetings,
  tollPrices,
  ads,
  advertisingPlans,
  reminderPresets,
];

/** The permission that reads the audit entries of each table; a database test compares it with the table in SQL. */
export const AUDIT_PERMISSIONS: ReadonlyMap<string, Permission> = new Map([
  ...panelPages.flatMap(({ audited = [], permission }) => audited.map((table) => [table, permission] as const)),
  // The first resource of a table decides.
  ...RESOURCES.toReversed().flatMap(({ table, fields, permission }) =>
    [table, ...fields.flatMap(({ kind, name }) => (kind === "rows" ? name : []))].map(
      (name) => [name, permission] as const,
    ),
  ),
]);

export type RecordAddress =
  | { resource: Resource; mode: "list" | "new" | "duplicates" }
  | { resource: Resource; mode: "edit"; id: string };

/** Parses a path below `/admin`: `blog`, `blog/novo`, `blog/{id}`, `services/repetidos`; null when no resource matches. */
export function findRecord(segments: readonly string[]): RecordAddress | null {
  const path = segments.join("/");
  const exact = RESOURCES.find((one) => one.path === path);
  if (exact) return { resource: exact, mode: "list" };
  const resource = RESOURCES.find((one) => one.path === segments.slice(0, -1).join("/"));
  const last = segments.at(-1);
  if (!resource || !last) return null;
  if (last === "repetidos" && resource.duplicates) return { resource, mode: "duplicates" };
  return last === "novo" ? { resource, mode: "new" } : { resource, mode: "edit", id: last };
}

/** The first resource below a path that has no list itself: `website-content` → its questions. */
export function firstBelow(segments: readonly string[]): Resource | null {
  return RESOURCES.find(({ path }) => path.startsWith(`${segments.join("/")}/`)) ?? null;
}

export const findResource = (key: string): Resource | null => RESOURCES.find((one) => one.key === key) ?? null;

/** Resources that are tabs of the same page: `conteudo-estados` and `conteudo-estados/rotas`. */
export function tabsOf(resource: Resource): readonly Resource[] {
  const [first] = resource.path.split("/");
  return RESOURCES.filter(({ path }) => path.split("/")[0] === first);
}
