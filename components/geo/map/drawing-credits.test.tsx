import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Section } from "@/lib/geo/geo/lines";
import { PointsPreview } from "./points-preview";
import { StatePreview } from "./route/state-preview";

const OSM = 'href="https://www.openstreetmap.org/copyright">© OpenStreetMap contributors<';
const OMT = 'href="https://openmaptiles.org/">© OpenMapTiles<';

const section = (style: Section["style"]): Section => ({
  style,
  line: [
    [-27.6, -48.5],
    [-27.8, -49.3],
  ],
});
const route = (style: Section["style"]) => ({
  id: "1",
  name: "Rota",
  href: "/sc/rota/rota",
  waypoints: [{ name: "A", kind: "start", lat: -27.6, lng: -48.5 }],
  sections: [section(style)],
});

const statePreview = (style: Section["style"]) =>
  renderToStaticMarkup(
    <StatePreview
      stateAbbr="SC"
      routes={[route(style)] as unknown as Parameters<typeof StatePreview>[0]["routes"]}
      labels={{ title: "Mapa" }}
    />,
  );
const pointsPreview = (routes: Section[][]) =>
  renderToStaticMarkup(<PointsPreview stateAbbr="SC" points={[]} routes={routes} title="Mapa" />);

it.each([
  ["of a state with its routes", statePreview("traced")],
  ["of places with routes", pointsPreview([[section("simplified")]])],
])("a drawing %s has the credits of the lines", (_, html) => {
  expect(html).toContain(OSM);
  expect(html).toContain(OMT);
});

it.each([
  ["of a state with straight lines only", statePreview("unknown")],
  ["of places without routes", pointsPreview([])],
])("a drawing %s has none", (_, html) => {
  expect(html).not.toContain("OpenStreetMap");
});
