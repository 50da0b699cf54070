import { describe, expect, it } from "vitest";
import { formValues } from "./queries";
import { savedEventSchema, type FormEvent } from "./schema";

const SAVED: FormEvent = {
  id: "3f2b8c1a-0d4e-4f6a-9b7c-112233445566",
  updated_at: "2026-11-24T12:00:00+00:00",
  title: "Encontro",
  kind: "meeting",
  organizer_name: "Clube",
  organizer_phone: null,
  organizer_email: null,
  website: null,
  instagram: null,
  state_abbr: "SC",
  municipality_ibge: 4_205_407,
  venue: "Praça",
  address: null,
  access_notes: null,
  lat: null,
  lng: null,
  starts_at: "2026-12-01T12:00:00+00:00",
  ends_at: "2026-12-01T20:00:00+00:00",
  description: "",
  rules: "",
  min_vehicle_age: null,
  solidarity_item: null,
  capacity: null,
  poster_path: null,
  stand_map_path: null,
  votes_open_at: null,
  votes_close_at: null,
  days: [],
  kinds: [],
  stands: [],
  team: [],
};
const KIND = {
  kind: "publico",
  name: "Público",
  price_cents: 1500,
  capacity: null,
  requires_approval: false,
  has_waiting_list: true,
  chooses_stand: false,
  allows_several: false,
  max_vehicles: 5,
  max_companions: 5,
  required_documents: [],
  classes: [],
  price_steps: [],
  questions: [],
  opens_at: null,
  closes_at: null,
  edit_until: null,
} as const;
const CHANGE = { fields: ["title", "kinds"] as const, values: { title: "Outro", kinds: [KIND] } };

describe("the form of an event with a change that waits", () => {
  const event = { ...SAVED, change: { ...CHANGE, fields: [...CHANGE.fields], values: CHANGE.values as object } };

  it("has the values that wait for the organiser", () => {
    expect(formValues(event, false)).toMatchObject({
      id: SAVED.id,
      title: "Outro",
      venue: "Praça",
      startDay: "2026-12-01",
      startTime: "09:00",
      "kinds.0.name": "Público",
      "kinds.0.price_cents": "15",
    });
  });

  it("has the published values for those who publish directly", () => {
    expect(formValues(event, true)).toMatchObject({ title: "Encontro", venue: "Praça" });
  });
});

it("values that the form cannot show are left out of it", () => {
  const { change } = savedEventSchema
    .pick({ change: true })
    .parse({ change: { fields: ["title"], values: { kinds: [{}] } } });
  expect(change).toEqual({ fields: ["title"], values: {} });
});
