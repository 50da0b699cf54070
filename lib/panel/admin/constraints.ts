import type { Field, FieldKind, Resource } from "./resource";

/** A form field and the code of its message in `records.errors`. */
export type FieldError = { field: string; code: string };

/** Constraints whose name does not contain the field, or that need a more specific message than the kind of the field. */
const NAMED: Record<string, FieldError> = {
  ad_ends_after_it_starts: { field: "ends_at", code: "endsBeforeStart" },
  shown_ads_have_art: { field: "image_desktop", code: "artMissing" },
  post_out_of_draft_has_its_time: { field: "publish_at", code: "publishTime" },
  published_meeting_has_a_source: { field: "sources", code: "sourceMissing" },
  shown_club_has_a_source: { field: "sources", code: "sourceMissing" },
  redirect_leads_elsewhere: { field: "to_path", code: "sameAddress" },
  category_is_not_its_own_parent: { field: "parent_key", code: "ownParent" },
  number_has_source_and_check_date: { field: "source", code: "phoneSource" },
  service_is_placed_or_listed: { field: "coordinates", code: "coordinates" },
  tolls_check: { field: "coordinates", code: "coordinates" },
  toll_prices_check: { field: "valid_until", code: "endsBeforeStart" },
  toll_prices_toll_id_vehicle_class_valid_from_key: { field: "valid_from", code: "taken" },
  town_has_its_city: { field: "city_ibge", code: "townCity" },
  waypoint_is_placed_or_listed: { field: "coordinates", code: "coordinates" },
  city_photos_one_cover_idx: { field: "is_cover", code: "oneCover" },
  event_ends_after_it_starts: { field: "ends_at", code: "endsBeforeStart" },
  event_position_is_complete: { field: "coordinates", code: "coordinates" },
  event_voting_closes_after_it_opens: { field: "votes_close_at", code: "endsBeforeStart" },
  type_is_not_overbooked: { field: "capacity", code: "overbooked" },
  form_questions_are_complete: { field: "schema", code: "formQuestions" },
  preset_has_an_interval: { field: "interval_km", code: "required" },
  published_contract_has_a_text: { field: "body", code: "required" },
  form_belongs_to_the_kind: { field: "form_version_id", code: "formOfKind" },
  events_slug_is_no_route: { field: "slug", code: "slugReserved" },
  blog_posts_slug_is_no_route: { field: "slug", code: "slugReserved" },
  magazines_slug_is_no_route: { field: "slug", code: "slugReserved" },
  services_slug_is_no_route: { field: "slug", code: "slugReserved" },
  published_version_stays: { field: "published_at", code: "versionStays" },
};

const CODE_OF_KIND: Partial<Record<FieldKind, string>> = {
  text: "textLength",
  longtext: "textLength",
  markdown: "textLength",
  slug: "slug",
  link: "link",
  image: "link",
  gallery: "link",
  pdf: "link",
  eventFile: "fileType",
  number: "outOfRange",
  cents: "outOfRange",
  date: "date",
  datetime: "date",
  coordinates: "outsideBrazil",
  choice: "notAChoice",
  choices: "notAChoice",
  state: "notAChoice",
  track: "track",
  hours: "hours",
  attributes: "dataShape",
  items: "dataShape",
  texts: "dataShape",
  json: "dataShape",
};

const columnsOf = ({ name, kind }: Field) => (kind === "coordinates" ? ["lat", "lng"] : [name]);

/** The field whose column is part of the constraint's name: `services_phone_check` → phone, `…_lat_check` → coordinates. */
function fieldNamed(table: string, fields: readonly Field[], constraint: string): Field | undefined {
  const named = fields
    .filter(({ kind, readOnly }) => kind !== "rows" && !readOnly)
    .flatMap((field) => columnsOf(field).map((column) => ({ field, column })));
  const found = named
    .filter(
      ({ column }) =>
        constraint.startsWith(`${table}_${column}_`) ||
        (constraint.startsWith(`${table}_`) && constraint.endsWith(`_${column}_key`)),
    )
    .toSorted((a, b) => b.column.length - a.column.length);
  return (
    found[0]?.field ??
    (constraint === `${table}_translations_check` ? fields.find(({ translated }) => translated) : undefined)
  );
}

function errorIn(table: string, fields: readonly Field[], constraint: string): FieldError | null {
  const named = NAMED[constraint];
  if (named && fields.some(({ name }) => name === named.field)) return named;
  const field = fieldNamed(table, fields, constraint);
  if (!field) return null;
  const code = /_(?:key|pkey|idx)$/.test(constraint)
    ? "taken"
    : constraint.endsWith("_fkey")
      ? "referenced"
      : (field.format ?? CODE_OF_KIND[field.kind] ?? "invalid");
  return { field: field.name, code };
}

/** Field and message code of a violated constraint; a constraint of a child table marks the whole list of children. */
export function errorOfConstraint(resource: Pick<Resource, "table" | "fields">, constraint: string): FieldError | null {
  const own = errorIn(resource.table, resource.fields, constraint);
  if (own) return own;
  for (const { name, rows } of resource.fields) {
    const found = rows && errorIn(name, rows.fields, constraint);
    if (found) return { field: name, code: found.code };
  }
  return null;
}
