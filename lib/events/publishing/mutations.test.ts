import { describe, expect, it, vi } from "vitest";
import { saveEvent } from "./mutations";
import { readEventForm } from "./schema";

const SAVED = { outcome: "saved", id: "3f2b8c1a-0d4e-4f6a-9b7c-112233445566", status: "draft" };
const KIND_ID = "7d1c4b2e-5a6f-4c3d-8e9f-001122334455";

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const FORM = {
  parts: "on",
  title: "Encontro de Lages",
  kind: "meeting",
  state_abbr: "SC",
  municipality_ibge: "4209300",
  organizer_name: "Clube de Lages",
  startDay: "2026-12-05",
  startTime: "09:00",
  endDay: "2026-12-05",
  endTime: "17:00",
  pin: "-27.8161, -50.3261",
  "programme.2026-12-05": "9h Abertura",
  "kinds.0.id": KIND_ID,
  "kinds.0.kind": "expositor",
  "kinds.0.name": "Expositor",
  "kinds.0.price_cents": "25,50",
  "kinds.0.capacity": "100",
  "kinds.0.max_vehicles": "2",
  "kinds.0.chooses_stand": "on",
  "kinds.0.required_documents.identity": "on",
  "kinds.0.classes": "Nacional\n\nImportado",
  "kinds.0.price_steps.0.starts_at": "2026-11-20T00:00",
  "kinds.0.price_steps.0.price_cents": "40",
  "kinds.0.questions.0.kind": "choice",
  "kinds.0.questions.0.label": "Almoço",
  "kinds.0.questions.0.required": "on",
  "kinds.0.questions.0.options": "Sim\nNão",
  "kinds.0.questions.0.options_en": "Yes\nNo",
  "stands.0.label": "A1",
  "stands.0.kinds.food_truck": "on",
  "stands.0.width_m": "3,5",
  "stands.0.x": "12.5",
  "stands.0.y": "40",
  "stands.0.price_cents": "50",
  "kinds.0.gate_places": "20",
};

/** The arguments with which saveEvent calls the database. */
async function sentBy(token?: string, fields: Record<string, string> = FORM) {
  const read = readEventForm(formOf(fields));
  if (!("event" in read)) throw new Error(JSON.stringify(read));
  const rpc = vi.fn<(name: string, args: { payload: Record<string, unknown> }) => Promise<unknown>>();
  rpc.mockResolvedValue({ data: SAVED, error: null });
  const client = { rpc } as unknown as Parameters<typeof saveEvent>[0];
  expect(await saveEvent(client, read.event, null, token)).toEqual(SAVED);
  return rpc.mock.calls[0]!;
}

describe("a saved event", () => {
  it("sends its facts with the names of their columns and no field of the form besides", async () => {
    const [name, { payload }] = await sentBy();
    expect(name).toBe("save_event");
    expect(payload).toEqual({
      title: "Encontro de Lages",
      kind: "meeting",
      organizer_name: "Clube de Lages",
      organizer_phone: null,
      organizer_email: null,
      website: null,
      instagram: null,
      state_abbr: "SC",
      municipality_ibge: 4_209_300,
      town: "Lages",
      venue: null,
      address: null,
      access_notes: null,
      lat: -27.8161,
      lng: -50.3261,
      starts_at: "2026-12-05T12:00:00.000Z",
      ends_at: "2026-12-05T20:00:00.000Z",
      description: "",
      rules: "",
      min_vehicle_age: null,
      solidarity_item: null,
      capacity: null,
      poster_path: null,
      stand_map_path: null,
      votes_open_at: null,
      votes_close_at: null,
      stands: [
        {
          label: "A1",
          area: null,
          kinds: ["food_truck"],
          width_m: 3.5,
          depth_m: null,
          power_kva: null,
          x: 12.5,
          y: 40,
          price_cents: 5000,
        },
      ],
      team: [],
      days: [{ day: "2026-12-05", items: [{ time: "09:00", text: "Abertura" }] }],
      kinds: [
        {
          id: KIND_ID,
          kind: "expositor",
          name: "Expositor",
          price_cents: 2550,
          capacity: 100,
          gate_places: 20,
          requires_approval: false,
          has_waiting_list: false,
          chooses_stand: true,
          allows_several: false,
          max_vehicles: 2,
          max_companions: 5,
          required_documents: ["identity"],
          classes: ["Nacional", "Importado"],
          opens_at: null,
          closes_at: null,
          edit_until: null,
          price_steps: [{ starts_at: "2026-11-20T03:00:00.000Z", price_cents: 4000 }],
          questions: [
            { kind: "choice", label: "Almoço", required: true, options: ["Sim", "Não"], options_en: ["Yes", "No"] },
          ],
        },
      ],
    });
  });

  it("leaves out the parts that a page from before they existed does not have", async () => {
    const parts =
      /^(?:parts|stands\..*|kinds\.0\.(?:max_vehicles|chooses_stand|classes|(?:required|price_steps|questions).*))$/;
    const fields = Object.fromEntries(Object.entries(FORM).filter(([name]) => !parts.test(name)));
    const [, { payload }] = await sentBy(undefined, fields);
    for (const name of ["stands", "stand_map_path", "votes_open_at", "votes_close_at", "parts"])
      expect(payload).not.toHaveProperty(name);
    expect(payload.kinds).toEqual([
      {
        id: KIND_ID,
        kind: "expositor",
        name: "Expositor",
        price_cents: 2550,
        capacity: 100,
        requires_approval: false,
        has_waiting_list: false,
        opens_at: null,
        closes_at: null,
      },
    ]);
  });

  it("goes through the link when there is a token", async () => {
    expect((await sentBy("token"))[0]).toBe("save_event_by_link");
  });
});
