import { describe, expect, it } from "vitest";
import { sharedFacts, shareImagePath, type SharedEvent } from "./share-image";

const event: SharedEvent = {
  slug: "encontro-de-lages",
  title: "Encontro de Lages",
  title_en: "Lages Meeting",
  title_es: null,
  status: "published",
  is_demo: false,
  starts_at: "2027-03-12T12:00:00Z",
  ends_at: "2027-03-13T20:00:00Z",
  time_zone: "America/Sao_Paulo",
  town: "Lages",
  state_abbr: "SC",
  poster_path: null,
};

describe("the share image of an event", () => {
  it("shows title, days, town and state in the language of the page", () => {
    expect(sharedFacts(event, "en-US")).toMatchObject({
      name: "Lages Meeting",
      days: "Mar 12 – 13, 2027",
      place: "Lages SC",
      mark: null,
    });
    expect(sharedFacts(event, "es-419").name).toBe("Encontro de Lages");
  });

  it("is marked when the event does not take place as announced, or is an example", () => {
    const marks = [{ status: "postponed" }, { status: "cancelled" }, { is_demo: true }].map(
      (change) => sharedFacts({ ...event, ...change }, "pt-BR").mark,
    );
    expect(marks).toEqual(["postponed", "cancelled", "demo"]);
  });

  it("has an address that changes with everything it shows", () => {
    const changed = [
      event,
      { ...event, title: "Outro" },
      { ...event, ends_at: "2027-03-14T20:00:00Z" },
      { ...event, town: "Urubici" },
      { ...event, status: "cancelled" },
      { ...event, is_demo: true },
      { ...event, poster_path: "2026-11/x.webp" },
    ];
    expect(new Set(changed.map((one) => shareImagePath(one, "pt-BR"))).size).toBe(changed.length);
    expect(shareImagePath(event, "pt-BR")).toMatch(/^\/imagem-evento\/encontro-de-lages~pt-BR~[a-z0-9]{6}\.jpg$/);
  });
});
