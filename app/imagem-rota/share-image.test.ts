import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { drawOverlay, withOverlay } from "./overlay";
import { sharedFacts, shareImagePath } from "./share-image";

const PHOTO = "/midia/2026-01/00000000-0000-4000-8000-000000000001.webp";
const route = {
  name: "Serra do Rio do Rastro",
  translations: {},
  slug: "serra-do-rio-do-rastro",
  state_abbr: "SC",
  biome: "serra",
  themes: ["serra"],
  roads: ["Caminho da Serra", "SC-390", "BR-282"],
  distance_km: 125,
  distance_is_estimated: false,
  cover_url: null,
  region_waypoints: [
    { kind: "town", name: "Cachoeira" },
    { kind: "view", name: "Mirante da Serra" },
  ],
} as unknown as Parameters<typeof sharedFacts>[0];

describe("sharedFacts", () => {
  it("has name, length, the first numbered road and the postcard of the route", () => {
    expect(sharedFacts(route, "pt-BR")).toEqual({
      name: "Serra do Rio do Rastro",
      detail: "125 km",
      road: "SC-390",
      photo: null,
      card: { slug: route.slug, biome: "serra", motifs: ["curvas", "mirante", "araucarias"] },
    });
  });

  it("marks an estimated length", () => {
    expect(sharedFacts({ ...route, distance_is_estimated: true }, "pt-BR").detail).toBe("~125 km");
    expect(sharedFacts({ ...route, distance_km: null }, "pt-BR").detail).toBeNull();
  });

  it("uses the uploaded photo, never a picture of another site", () => {
    expect(sharedFacts({ ...route, cover_url: PHOTO }, "pt-BR").photo).toBe(PHOTO);
    expect(sharedFacts({ ...route, cover_url: "https://example.org/a.jpg" }, "pt-BR").photo).toBeNull();
  });
});

describe("shareImagePath", () => {
  it("contains state, slug, language and a version", () => {
    expect(shareImagePath(route, "en-US")).toMatch(
      /^\/imagem-rota\/sc\/serra-do-rio-do-rastro~en-US~[a-z0-9]{6}\.jpg$/,
    );
    expect(shareImagePath(route, "en-US")).toBe(shareImagePath({ ...route }, "en-US"));
  });

  it("changes with everything that the image shows", () => {
    const changed = [
      route,
      { ...route, name: "Outra serra" },
      { ...route, distance_km: 126 },
      { ...route, roads: ["BR-282"] },
      { ...route, cover_url: PHOTO },
      { ...route, region_waypoints: [] },
    ];
    expect(new Set(changed.map((version) => shareImagePath(version, "pt-BR"))).size).toBe(changed.length);
  });
});

describe("the drawn image", () => {
  const texts = { name: "Serra", detail: "125 km", road: "SC-390", credit: "Foto: Ana", side: "left" } as const;
  /** Colours of a part of an image; `stats` reads the whole input, so the part is written first. */
  const region = async (image: Buffer, left: number, top: number, width: number, height: number) =>
    sharp(await sharp(image).extract({ left, top, width, height }).png().toBuffer()).stats();

  it("is the photo, cut to 1200 × 630, with sign and shield at the top", async () => {
    const red = { r: 200, g: 30, b: 30 };
    const photo = await sharp({ create: { width: 800, height: 800, channels: 3, background: red } })
      .webp()
      .toBuffer();
    const image = await withOverlay(photo, await drawOverlay(texts));
    expect(await sharp(image).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
    const [middle, shield, sign] = await Promise.all([
      region(image, 500, 300, 200, 150),
      region(image, 60, 50, 120, 120),
      region(image, 225, 45, 200, 150),
    ]);
    expect(middle.dominant.r).toBeGreaterThan(180);
    expect(middle.dominant.g).toBeLessThan(60);
    expect(shield.dominant.b).toBeGreaterThan(200);
    expect(sign.dominant.g).toBeGreaterThan(sign.dominant.r);
  });

  it("leaves out characters that the font does not have, which the library would load from another site", async () => {
    const [plain, other] = [await drawOverlay(texts), await drawOverlay({ ...texts, name: "Serra 🚗漢字" })];
    expect(other.equals(plain)).toBe(true);
  });

  it("has no shield without a numbered road and puts the sign on the other side when asked", async () => {
    const overlay = await drawOverlay({ ...texts, road: null, side: "right" });
    const [left, right] = await Promise.all([region(overlay, 40, 40, 300, 100), region(overlay, 1000, 50, 140, 80)]);
    expect(left.channels[3]!.max).toBeLessThan(255);
    expect(right.channels[3]!.max).toBe(255);
  });
});
