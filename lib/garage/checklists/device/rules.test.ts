import { describe, expect, it } from "vitest";
import type { SaveChecklist, SaveChecklistAnswer, StoredChecklist } from "../schema";
import {
  afterAnswer,
  afterRead,
  changeItem,
  decideItem,
  isUnsent,
  requestOf,
  currentItems,
  startChecklist,
  type DeviceChecklist,
} from "./rules";

const item = (id: string) => ({
  id,
  key: id,
  section: "Motor",
  text: id,
  why: "",
  answer: "check" as const,
  unit: "",
  choices: "",
  suggests_maintenance: true,
});
const started = () =>
  startChecklist({
    id: "run",
    owner: "me",
    vehicle: { id: "car", nickname: "Opala" },
    kind: "daily",
    title: "Diário",
    templateId: null,
    ownTemplateId: null,
    startedAt: "2026-11-25T10:00:00Z",
    items: [item("oil"), { ...item("belt"), status: "ok" }],
  });

/** A server that applies what a device sends, with the rule of `save_vehicle_checklist`. */
function server(list: StoredChecklist) {
  let stored = list;
  return {
    list: () => stored,
    save(sent: SaveChecklist): SaveChecklistAnswer {
      const conflicts: string[] = [];
      const items = stored.items.map((known) => {
        const change = sent.changes.find(({ id }) => id === known.id);
        if (!change || (change.status === known.status && change.value === known.value && change.note === known.note))
          return known;
        if (change.expected_version !== known.version) {
          conflicts.push(known.id);
          return known;
        }
        return { ...known, status: change.status, value: change.value, note: change.note, version: known.version + 1 };
      });
      stored = { ...stored, items, version: stored.version + 1 };
      const answer = { conflicts, checklist: stored };
      return sent.finish && conflicts.length > 0
        ? { ...answer, outcome: "conflict", is_finished: false }
        : { ...answer, outcome: "saved", finish_refused: null };
    },
  };
}
const send = (device: DeviceChecklist, to: ReturnType<typeof server>) => {
  const sent = requestOf(device);
  return sent ? afterAnswer(device, sent, to.save(sent)) : device;
};
const statuses = (device: DeviceChecklist) => currentItems(device).map(({ status }) => status);

describe("a checklist on a device", () => {
  it("sends its start with the answers that it had, and nothing afterwards", () => {
    const device = started();
    expect(requestOf(device)).toMatchObject({
      create: { title: "Diário" },
      changes: [{ id: "belt", status: "ok", expected_version: 1 }],
    });
    const sent = send(device, server(device.list));
    expect([isUnsent(sent), requestOf(sent), statuses(sent)]).toEqual([false, null, ["pending", "ok"]]);
  });

  it("keeps a change that was made while another was sent", () => {
    const device = changeItem(started(), "oil", { status: "ok" });
    const sent = requestOf(device)!;
    const changed = changeItem(device, "oil", { status: "fail" });
    const after = afterAnswer(changed, sent, server(device.list).save(sent));
    expect(requestOf(after)!.changes).toEqual([
      { id: "oil", status: "fail", value: "", note: "", expected_version: 2 },
    ]);
  });

  it("counts a value without a status as ok", () => {
    expect(statuses(changeItem(started(), "oil", { value: "12" }))[0]).toBe("ok");
  });
});

describe("two devices", () => {
  const both = () => {
    const [first, to] = [started(), server(started().list)];
    const a = send(first, to);
    return { to, a, b: { ...a } };
  };

  it("merge changes of different items without a question", () => {
    const { to, a, b } = both();
    send(changeItem(a, "oil", { status: "fail" }), to);
    const after = send(changeItem(b, "belt", { status: "attention" }), to);
    expect([after.conflicts, statuses(after)]).toEqual([[], ["fail", "attention"]]);
  });

  it("ask about an item that both changed; the chosen answer is stored", () => {
    const { to, a, b } = both();
    send(changeItem(a, "oil", { status: "fail" }), to);
    const asked = send(changeItem(b, "oil", { status: "ok" }), to);
    expect([asked.conflicts, requestOf(asked)]).toEqual([["oil"], null]);
    expect(statuses(decideItem(asked, "oil", "theirs"))[0]).toBe("fail");
    send(decideItem(asked, "oil", "mine"), to);
    expect(to.list().items[0]!.status).toBe("ok");
  });

  it("do not ask when both gave the same answer", () => {
    const { to, a, b } = both();
    send(changeItem(a, "oil", { status: "ok" }), to);
    expect(send(changeItem(b, "oil", { status: "ok" }), to).conflicts).toEqual([]);
  });

  it("find a conflict when the page is read again, before anything is sent", () => {
    const { to, a, b } = both();
    send(changeItem(a, "oil", { status: "fail" }), to);
    expect(afterRead(changeItem(b, "oil", { status: "ok" }), to.list(), true).conflicts).toEqual(["oil"]);
  });

  it("do not sign while an item is undecided", () => {
    const { to, a, b } = both();
    send(changeItem(a, "oil", { status: "fail" }), to);
    const signed = { ...changeItem(b, "oil", { status: "ok" }), finish: { entry: "e", on: "2026-11-25", km: 1 } };
    const asked = send(signed, to);
    expect([asked.finish, asked.conflicts]).toEqual([null, ["oil"]]);
  });
});

it("keeps what the server refuses until the person drops it", () => {
  const device = changeItem(started(), "oil", { status: "ok" });
  const refused = afterAnswer(device, requestOf(device)!, { outcome: "gone" });
  expect([refused.refusal, requestOf(refused), isUnsent(refused)]).toEqual(["gone", null, true]);
});

it("still sends answers after a signature in the future was refused", () => {
  const device = startedAndSigned();
  const sent = requestOf(device)!;
  const checklist = device.list;
  const refused = afterAnswer(device, sent, {
    outcome: "saved",
    finish_refused: "in_future",
    conflicts: [],
    checklist,
  });
  expect([refused.finish, refused.refusal]).toEqual([null, "in_future"]);
  expect(requestOf(changeItem(refused, "oil", { status: "ok" }))!.changes).toHaveLength(1);
});

const startedAndSigned = (): DeviceChecklist => ({ ...started(), finish: { entry: "e", on: "2999-01-01", km: null } });
