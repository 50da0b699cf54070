import { describe, expect, it } from "vitest";
import { z } from "zod";
import { placeRequestSchema, statusSchema, takedownSchema, tripPanelSchema } from "./schema";

function form(fields: Record<string, string | string[]>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) data.append(name, one);
  return data;
}

/** Error codes by field. */
function faults(schema: z.ZodType, fields: Record<string, string | string[]>): Record<string, string> {
  const { error } = schema.safeParse(form(fields));
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
}

const PERSON = { requester_name: "Ana", requester_email: "ana@exemplo.com", consent: "on", seconds: "30" };
const PLACE = {
  kind: "new",
  state_abbr: "SC",
  category_key: "lodging",
  name: "Pousada da Serra",
  city: "Urubici",
  ...PERSON,
};

describe("placeRequestSchema", () => {
  it.each([null, undefined, 7, "x", []])("rejects %j without an exception", (value) => {
    expect(placeRequestSchema.safeParse(value).success).toBe(false);
  });

  it("parses a complete form", () => {
    const fields = {
      ...PLACE,
      website: "pousada.exemplo",
      instagram: "https://instagram.com/pousada/",
      pin: "-28.01, -49.59",
      attributes: ["gated", "ramp_ok"],
    };
    expect(placeRequestSchema.parse(form(fields))).toMatchObject({
      website: "https://pousada.exemplo",
      instagram: "pousada",
      pin: { lat: -28.01, lng: -49.59 },
      attributes: ["gated", "ramp_ok"],
      seconds: 30,
    });
  });

  it("reports all missing fields at once", () => {
    expect(faults(placeRequestSchema, { kind: "new", state_abbr: "SC" })).toEqual({
      category_key: "choiceMissing",
      name: "missing",
      city: "missing",
      requester_name: "missing",
      requester_email: "missing",
      consent: "consentMissing",
    });
  });

  it.each([
    [{ kind: "correction", message: "mudou" }, { service_id: "placeMissing" }],
    [{ kind: "claim", service_id: "x", message: "é meu" }, { service_id: "placeMissing" }],
    [{ kind: "tractor" }, { kind: "choiceMissing" }],
    [{ state_abbr: "XX" }, { state_abbr: "choiceMissing" }],
    [{ pin: "aqui" }, { pin: "pinInvalid" }],
    [{ pin: "48.8584, 2.2945" }, { pin: "pinInvalid" }],
    [{ website: "nada" }, { website: "addressInvalid" }],
    [{ phone: "ligue já" }, { phone: "phoneInvalid" }],
    [{ requester_email: "ana@" }, { requester_email: "emailInvalid" }],
    [{ description: "x".repeat(2001) }, { description: "tooLong" }],
    [{ description: "x".repeat(10_000_000) }, { description: "tooLong" }],
  ])("for %j returns %j", (fields, expected) => {
    expect(faults(placeRequestSchema, { ...PLACE, ...fields })).toEqual(expected);
  });

  it("drops unknown attributes", () => {
    expect(placeRequestSchema.parse(form({ ...PLACE, attributes: ["heliport"] })).attributes).toEqual([]);
  });
});

describe("tripPanelSchema", () => {
  const TRIP = {
    name: "Ana",
    email: "ana@exemplo.com",
    delivery_kind: "both",
    origin: "Lages",
    destination: "Urubici",
    cars: "2",
    people: "4",
    consent: "on",
    seconds: "9",
  };

  it("parses a complete form", () => {
    const fields = {
      ...TRIP,
      vehicles: "Fusca 1969\n\n Opala 1978 ",
      states: ["SC", "RS"],
      km_per_day: "",
      interests: ["serra"],
      start_on: "2026-12-01",
      end_on: "2026-12-05",
    };
    expect(tripPanelSchema.parse(form(fields))).toMatchObject({
      cars: 2,
      vehicles: ["Fusca 1969", "Opala 1978"],
      states: ["SC", "RS"],
      km_per_day: null,
      start_on: "2026-12-01",
    });
  });

  it.each([
    [{ start_on: "2026-12-05", end_on: "2026-12-01" }, { end_on: "datesReversed" }],
    [{ start_on: "ontem" }, { start_on: "dateInvalid" }],
    [{ by_whatsapp: "on" }, { phone: "phoneForWhatsapp" }],
    [{ cars: "0" }, { cars: "numberInvalid" }],
    [{ km_per_day: "5" }, { km_per_day: "numberInvalid" }],
    [{ origin: " " }, { origin: "missing" }],
    [{ delivery_kind: "" }, { delivery_kind: "choiceMissing" }],
  ])("for %j returns %j", (fields, expected) => {
    expect(faults(tripPanelSchema, { ...TRIP, ...fields })).toEqual(expected);
  });
});

describe("takedownSchema", () => {
  it("requires the declaration of the claimant", () => {
    expect(
      faults(takedownSchema, { url: "/sc/home", claimant_name: "Ana", email: "ana@exemplo.com", reason: "É minha." }),
    ).toEqual({ declares_truth: "consentMissing" });
  });
});

describe("statusSchema", () => {
  it.each([
    ["", { protocol: "missing" }],
    ["123", { protocol: "protocolInvalid" }],
    ["LC-2026-000123-ABCDEF", {}],
  ])("for '%s' returns %j", (protocol, expected) => {
    expect(faults(statusSchema, { protocol })).toEqual(expected);
  });
});
