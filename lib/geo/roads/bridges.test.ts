import { beforeAll, describe, expect, it } from "vitest";
import { endsOf } from "./line-ends";
import { UNIT } from "./line-table";
import { openNetwork } from "./prepared-network";
import type { RoadGraph } from "./road-graph";
import { kmBetween } from "./rules";

type Place = [name: string, lat: number, lng: number];

/** Crossings in OpenStreetMap without a common vertex: one road is on a bridge. */
const BRIDGES: Place[] = [
  ["BR-070 in Brasília", -15.78753, -47.94613],
  ["BR-070 in Taguatinga", -15.79926, -48.07462],
  ["BR-060 in Brasília", -15.8823, -48.06138],
  ["BR-324 in Salvador", -12.95442, -38.4714],
  ["BA-099 in Camaçari", -12.81947, -38.24834],
  ["BR-116 in Feira de Santana", -12.28764, -39.00486],
  ["BR-232 and BR-104 in Caruaru", -8.30036, -35.9881],
  ["BR-101 in Recife", -8.1748, -34.94265],
  ["PE-008 in Recife", -8.13051, -34.91585],
  ["BR-101 in Goiana", -7.62894, -34.96433],
  ["BR-230 in João Pessoa", -7.15537, -34.85595],
  ["BR-116 and CE-401 in Fortaleza", -3.77945, -38.51482],
  ["BR-104 near Maceió", -9.57613, -35.7706],
  ["BR-101 and AL-220", -9.75587, -36.06866],
];

/** Two carriageways or roads side by side, at most 200 m apart, that no road connects there. */
const SIDE_BY_SIDE: Place[] = [
  ["BR-070 near Cuiabá", -15.8345, -55.4974],
  ["BR-060 in Goiás", -17.3038, -50.276],
  ["BR-153 in Goiás", -16.5326, -49.1475],
  ["BR-232 in Pernambuco", -8.3242, -36.1094],
  ["BR-163 in Mato Grosso do Sul", -18.787, -54.8275],
  ["BR-040 in Minas Gerais", -16.8966, -47.3557],
  ["BR-101 in Sergipe", -10.4878, -36.9445],
  ["BR-101 in Paraíba", -6.7252, -35.1203],
  ["SP-304 and SP-321", -21.6206, -49.0901],
  ["BR-116 in the Vale do Ribeira", -24.8852, -48.2265],
  ["BR-376 in Paraná", -23.4989, -51.7904],
  ["BR-494 in Minas Gerais", -21.77367, -44.28287],
];

/** A coordinate of OpenStreetMap here is rounded to 11 m. */
const BRIDGE_KM = 0.012;
const BESIDE = { km: 0.2, endsKm: 1 };

describe("roads that do not meet", () => {
  let roads: RoadGraph;
  beforeAll(() => void ({ roads } = openNetwork({ root: process.cwd(), switched: ["der-sp", "sie-sc"] })), 600_000);

  /** Kilometres from a place to the nearest end of each road within a distance: roads are connected at their ends. */
  function kmToEnds([, lat, lng]: Place, withinKm: number): number[] {
    const { table, index } = roads;
    return index
      .within(Math.round(lng / UNIT), Math.round(lat / UNIT), withinKm)
      .map(({ line }) =>
        Math.min(...endsOf(table, line).map((at) => kmBetween(lat, lng, table.lat[at]! * UNIT, table.lng[at]! * UNIT))),
      );
  }

  it.each(BRIDGES)("are apart at a bridge: %s", (...place) => {
    const ends = kmToEnds(place, BRIDGE_KM);
    expect(ends.length).toBeGreaterThanOrEqual(2);
    expect(Math.min(...ends)).toBeGreaterThan(BRIDGE_KM);
  });

  it.each(SIDE_BY_SIDE)("are apart side by side: %s", (...place) => {
    const apart = kmToEnds(place, BESIDE.km).filter((km) => km > BESIDE.endsKm);
    expect(apart.length).toBeGreaterThanOrEqual(2);
    expect(kmToEnds(place, BESIDE.km)).toEqual(apart);
  });
});
