import { expect, it } from "vitest";
import { routeLabels } from "./route-label";

const labelOf = routeLabels([{ page: "/api/trips/[tripId]", regex: /^\/api\/trips\/([^/]+?)(?:\/)?$/ }]);

it.each([
  ["/", "/"],
  ["/sc/rota/serra-do-rio-do-rastro", "/:uf/rota/:regionSlug"],
  ["/english/sc/home", "/:uf/home"],
  ["/espanol/pagamento/abc", "/pagamento/:token"],
  ["/api/trips/00000000-0000-4000-8000-000000000001", "/api/trips/[tripId]"],
  ["/_next/static/chunks/a.js", "static"],
  ["/rest/v1/profiles", "backend"],
  ["/wp-login.php", "other"],
  ["/%zz", "other"],
])("the label of %s is %s", (path, label) => {
  expect(labelOf(path)).toBe(label);
  expect(labelOf(path)).toBe(label);
});
