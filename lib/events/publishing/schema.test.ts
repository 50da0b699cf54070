import { describe, expect, it } from "vitest";
import { eventFormSchema, readEventForm } from "./schema";

const BASE: Record<string, string> = {
  title: "Encontro de Lages",
  kind: "meeting",
  state_abbr: "SC",
  municipality_ibge: "4209300",
  organizer_name: "Clube de Lages",
  startDay: "2026-12-05",
  startTime: "09:00",
  endDay: "2026-12-06",
  endTime: "17:00",
};

const KIND = { "kinds.0.kind": "publico", "kinds.0.name": "Público" };

function formOf(changes: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...BASE, ...changes })) form.set(name, value);
  return form;
}

describe("form of an event", () => {
  it("reads programme and kinds from the names of their fields", () => {
    const read = readEventForm(
      formOf({
        "programme.2026-12-05": "9h Abertura",
        "kinds.1.kind": "publico",
        "kinds.1.name": "Público",
        "kinds.0.kind": "expositor",
        "kinds.0.name": "Expositor",
        "kinds.0.price_cents": "25,50",
        "kinds.0.capacity": "100",
        "kinds.0.requires_approval": "on",
      }),
    );
    expect(read).toMatchObject({
      event: {
        programme: { "2026-12-05": "9h Abertura" },
        kinds: [
          {
            kind: "expositor",
            price_cents: 2550,
            capacity: 100,
            gate_places: 0,
            requires_approval: true,
            has_waiting_list: false,
          },
          { kind: "publico", price_cents: 0, capacity: null, requires_approval: false },
        ],
      },
    });
  });

  it.each([
    [{ title: " " }, "title", "missing"],
    [{ state_abbr: "XX" }, "state_abbr", "choiceMissing"],
    [{ municipality_ibge: "" }, "municipality_ibge", "choiceMissing"],
    [{ startDay: "2026-13-05" }, "startDay", "dateInvalid"],
    [{ startTime: "25:00" }, "startTime", "timeInvalid"],
    [{ endDay: "2026-12-04" }, "endDay", "endsBeforeStart"],
    [{ endDay: "2027-03-01" }, "endDay", "tooLongEvent"],
    [{ pin: "em casa" }, "pin", "pinInvalid"],
    [{ min_vehicle_age: "trinta" }, "min_vehicle_age", "numberInvalid"],
    [
      { "kinds.0.kind": "publico", "kinds.0.name": "P", "kinds.0.price_cents": "caro" },
      "kinds.0.price_cents",
      "moneyInvalid",
    ],
    [
      { "kinds.0.kind": "publico", "kinds.0.name": "P", "kinds.0.price_cents": "25,505" },
      "kinds.0.price_cents",
      "moneyInvalid",
    ],
    [{ "kinds.0.kind": "publico", "kinds.0.closes_at": "ontem" }, "kinds.0.closes_at", "dateInvalid"],
    [{ votes_open_at: "2026-12-05T10:00" }, "votes_close_at", "missing"],
    [{ votes_open_at: "2026-12-05T10:00", votes_close_at: "2026-12-05T09:00" }, "votes_close_at", "votesInvalid"],
    [
      { ...KIND, "kinds.0.opens_at": "2026-12-01T10:00", "kinds.0.closes_at": "2026-12-01T09:00" },
      "kinds.0.closes_at",
      "closesInvalid",
    ],
    [{ ...KIND, "kinds.0.max_vehicles": "21" }, "kinds.0.max_vehicles", "numberInvalid"],
    [{ ...KIND, "kinds.0.classes": "A\nA" }, "kinds.0.classes", "classesInvalid"],
    [{ ...KIND, "kinds.0.price_steps.0.starts_at": "" }, "kinds.0.price_steps.0.starts_at", "missing"],
    [
      {
        ...KIND,
        "kinds.0.price_steps.0.starts_at": "2026-11-05T10:00",
        "kinds.0.price_steps.1.starts_at": "2026-11-04T10:00",
      },
      "kinds.0.price_steps.1.starts_at",
      "stepInvalid",
    ],
    [{ ...KIND, "kinds.0.questions.0.kind": "text" }, "kinds.0.questions.0.label", "missing"],
    [
      { ...KIND, "kinds.0.questions.0.kind": "choice", "kinds.0.questions.0.label": "Cor" },
      "kinds.0.questions.0.options",
      "optionsInvalid",
    ],
    [{ "stands.0.label": "Praça" }, "stands.0.label", "labelInvalid"],
    [{ "stands.0.label": "A1", "stands.1.label": "A1" }, "stands.1.label", "nameRepeated"],
    [{ "stands.0.label": "A1", "stands.0.width_m": "0,1" }, "stands.0.width_m", "numberInvalid"],
    [{ "programme.2026-12-05": "x\n".repeat(41) }, "programme.2026-12-05", "programmeInvalid"],
    [{ team: "48 99999-0000" }, "team", "teamInvalid"],
    [{ team: "Ana, 123" }, "team", "teamInvalid"],
    [{ team: "Ana\n".repeat(21) }, "team", "teamInvalid"],
  ])("with %j has an error at %s", (changes, field, code) => {
    const read = readEventForm(formOf(changes as Record<string, string>));
    expect("errors" in read && read.errors[field]).toEqual([code]);
  });

  it("with files or thousands of fields is refused", () => {
    const file = formOf();
    file.set("poster_path", new File(["x"], "x.webp"));
    expect(eventFormSchema.safeParse(file).success).toBe(false);
    const long = formOf();
    for (let index = 0; index < 9100; index += 1) long.append(`field${index}`, "x");
    expect(eventFormSchema.safeParse(long).success).toBe(false);
    expect(eventFormSchema.safeParse(null).success).toBe(false);
  });
});
