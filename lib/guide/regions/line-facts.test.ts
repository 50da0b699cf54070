import { expect, it } from "vitest";
import { townProfile } from "./line-facts";

it("the known profile has the towns with an altitude and a place on the line, in the order of travel", () => {
  const stop = (name: string, kind: string, city_ibge: number | null) => ({ name, kind, city_ibge });
  const stops = [
    stop("Lauro Müller", "town", 4209607),
    stop("Mirante", "view", 4209607),
    stop("Bom Jardim da Serra", "town", 4202503),
    stop("Sem lugar na linha", "town", 4202503),
    stop("Sem altitude", "town", 1),
  ];
  expect(townProfile(stops, [0, 20, 35, null, 60])).toEqual([
    { km: 0, metres: expect.any(Number) as number, name: "Lauro Müller" },
    { km: 35, metres: expect.any(Number) as number, name: "Bom Jardim da Serra" },
  ]);
});
