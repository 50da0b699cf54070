import { describe, expect, it } from "vitest";
import { isPlaceName, withoutDoubles } from "./filter";

describe("isPlaceName", () => {
  it.each([
    ["Pousada Lírio do Vale", "guest_house"],
    ["Hotel 3 Nações", "hotel"],
    ["Café da Torre", "restaurant"],
    ["Shell", "fuel"],
    ["Posto Gaivota", "fuel"],
    ["Borracharia do Baiano", "tyres"],
    ["Hospital Municipal", "hospital"],
    ["UPA 24h Sobradinho", "hospital"],
    ["Camping do Bio", "camp_site"],
    ["Chalés Rio Bonito", "chalet"],
  ] as const)("keeps %s as %s", (name, of) => {
    expect(isPlaceName(name, of)).toBe(true);
  });

  it.each([
    ["", "fuel"],
    ["Restaurante", "restaurant"],
    ["POSTO 24h", "fuel"],
    ["Casa", "guest_house"],
    ["Minha casa", "guest_house"],
    ["Oficina e Borracharia", "car_repair"],
    ["building", "hotel"],
    ["Motel Lua", "hotel"],
    ["Drive-in Lua", "hotel"],
    ["Restaurante Universitário", "restaurant"],
    ["Domicílio 4", "chalet"],
    ["Fazenda São José", "camp_site"],
    ["Posto de Saúde da Família", "hospital"],
    ["Hospital Veterinário Pet", "hospital"],
    ["Hospital de Olhos", "hospital"],
    ["Moto Peças União", "car_parts"],
    ["Llantería El Paltal", "tyres"],
    ["1340 edson de Jesus", "bakery"],
    ["41", "tyres"],
    ["ALMOÇO", "restaurant"],
    ["POsto de Gás Natural", "fuel"],
    ["AirBnb Casa de Artistas", "hostel"],
  ] as const)("drops %s as %s", (name, of) => {
    expect(isPlaceName(name, of)).toBe(false);
  });
});

describe("withoutDoubles", () => {
  const at = (name: string, lat: number, of: "hotel" | "guest_house" | "restaurant" = "hotel") => ({
    name,
    lat,
    lng: -40,
    class: of,
  });

  it("joins a node and an area of one kind, also with another word for the kind", () => {
    const places = [at("Pousada do Sol", -10), at("do sol", -10.001, "guest_house"), at("Pousada do Sol", -10.1)];
    expect(withoutDoubles(places).map(({ lat }) => lat)).toEqual([-10, -10.1]);
  });

  it("keeps two kinds with the same name", () => {
    expect(withoutDoubles([at("Lua", -10), at("Lua", -10, "restaurant")])).toHaveLength(2);
  });
});
