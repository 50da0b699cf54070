import type {
  ChecklistItem,
  ChecklistKind,
  ItemAnswer,
  SaveChecklist,
  SaveChecklistAnswer,
  Signature,
  StoredChecklist,
  StoredItem,
} from "../schema";
import { outcomeKey } from "../../../platform/outcome";

type Task = SaveChecklist["tasks"][number];
/** `expected_version`: version of the item that the device had when it changed it first. */
type Change = ItemAnswer & { expected_version: number };

/** A checklist on a device: the last answer of the server, and what was not sent yet. */
export type DeviceChecklist = {
  id: string;
  /** The account that started or opened it here. */
  owner: string;
  canEdit: boolean;
  /** Not sent yet. */
  isNew: boolean;
  list: StoredChecklist;
  changes: Record<string, Change>;
  /** Items that another device changed in between: nothing of them is sent until the person decides. */
  conflicts: string[];
  tasks: Task[];
  finish: Signature | null;
  /** Why the server refuses what was not sent. */
  refusal: "finished" | "in_future" | "gone" | "forbidden" | "invalid" | "limit" | "exists" | null;
};

type Start = {
  id: string;
  owner: string;
  vehicle: { id: string; nickname: string };
  kind: ChecklistKind;
  title: string;
  templateId: string | null;
  ownTemplateId: string | null;
  startedAt: string;
  items: readonly (ChecklistItem & Partial<ItemAnswer> & { id: string })[];
};

/** A checklist that a device starts; items may have an answer already. */
export function startChecklist({ id, owner, vehicle, items, ...start }: Start): DeviceChecklist {
  const changes: DeviceChecklist["changes"] = {};
  const stored = items.map(({ status = "pending", value = "", note = "", ...item }, index): StoredItem => {
    if (status !== "pending" || value || note) changes[item.id] = { status, value, note, expected_version: 1 };
    return { ...item, position: index + 1, status: "pending", value: "", note: "", version: 1, photos: [], task: null };
  });
  const list: StoredChecklist = {
    id,
    vehicle_id: vehicle.id,
    vehicle_name: vehicle.nickname,
    template_id: start.templateId,
    own_template_id: start.ownTemplateId,
    kind: start.kind,
    title: start.title,
    revision: 1,
    previous_id: null,
    next_id: null,
    version: 1,
    started_at: start.startedAt,
    finished_at: null,
    signed_on: null,
    signed_km: null,
    result: "open",
    items: stored,
  };
  return { ...opened(list, owner, true), isNew: true, changes };
}

/** A checklist of the server that a device opens for the first time. */
export const opened = (list: StoredChecklist, owner: string, canEdit: boolean): DeviceChecklist => ({
  id: list.id,
  owner,
  canEdit,
  isNew: false,
  list,
  changes: {},
  conflicts: [],
  tasks: [],
  finish: null,
  refusal: null,
});

const answerOf = ({ status, value, note }: ItemAnswer): ItemAnswer => ({ status, value, note });
const isSameAnswer = (a: ItemAnswer, b: ItemAnswer): boolean =>
  a.status === b.status && a.value === b.value && a.note === b.note;

/** The items as the person of this device sees them. */
export const currentItems = (device: DeviceChecklist): StoredItem[] =>
  device.list.items.map((item) => {
    const change = device.changes[item.id];
    const task = device.tasks.find((one) => one.item === item.id);
    return {
      ...item,
      ...(change && answerOf(change)),
      task: item.task ?? (task ? { id: task.id, status: "open" } : null),
    };
  });

/** Changes the answer of an item; a value without a status counts as ok. */
export function changeItem(device: DeviceChecklist, id: string, answer: Partial<ItemAnswer>): DeviceChecklist {
  const shown = currentItems(device).find((item) => item.id === id);
  if (!shown) return device;
  const next = { ...answerOf(shown), ...answer };
  if (answer.value && shown.status === "pending" && !answer.status) next.status = "ok";
  const expected_version = device.changes[id]?.expected_version ?? shown.version;
  return { ...device, changes: { ...device.changes, [id]: { ...next, expected_version } } };
}

/** Decides an item that two devices changed: the answer of this device replaces the other, or is dropped. */
export function decideItem(device: DeviceChecklist, id: string, whose: "mine" | "theirs"): DeviceChecklist {
  const { [id]: mine, ...others } = device.changes;
  const stored = device.list.items.find((item) => item.id === id);
  const changes =
    whose === "mine" && mine && stored ? { ...others, [id]: { ...mine, expected_version: stored.version } } : others;
  return { ...device, changes, conflicts: device.conflicts.filter((one) => one !== id) };
}

/** Whether something was not sent yet. */
export const isUnsent = ({ isNew, changes, tasks, finish }: DeviceChecklist): boolean =>
  isNew || Object.keys(changes).length > 0 || tasks.length > 0 || finish !== null;

/** A signature in the future is refused, the answers are not. */
const isBlocked = ({ refusal }: DeviceChecklist): boolean => refusal !== null && refusal !== "in_future";

/** What is sent now; null when there is nothing, or nothing that the server would accept. */
export function requestOf(device: DeviceChecklist): SaveChecklist | null {
  const { list, changes, conflicts } = device;
  const sent = Object.entries(changes).filter(([id]) => !conflicts.includes(id));
  const finish = conflicts.length === 0 ? device.finish : null;
  if (isBlocked(device) || !(device.isNew || sent.length > 0 || device.tasks.length > 0 || finish)) return null;
  const { kind, title, template_id, own_template_id, started_at } = list;
  return {
    id: device.id,
    vehicle: list.vehicle_id,
    create: device.isNew
      ? { kind, title, template_id, own_template_id, started_at, items: list.items.map(snapshotOf) }
      : null,
    changes: sent.map(([id, change]) => ({ id, ...change })),
    tasks: device.tasks,
    finish,
  };
}

const snapshotOf = (item: StoredItem) => {
  const { id, key, section, text, why, answer, unit, choices, suggests_maintenance } = item;
  return { id, key, section, text, why, answer, unit, choices, suggests_maintenance };
};

/** The checklist after an answer of the server; what the person changed while it was sent stays unsent. */
export function afterAnswer(
  device: DeviceChecklist,
  sent: SaveChecklist,
  answer: SaveChecklistAnswer,
): DeviceChecklist {
  if (answer.outcome === "refused" || answer.outcome === "gone") return { ...device, refusal: outcomeKey(answer) };
  const { checklist, conflicts } = answer;
  const isFinished = answer.outcome === "conflict" && answer.is_finished;
  const refusal = answer.outcome === "saved" ? answer.finish_refused : null;
  const versions = new Map(checklist.items.map((item) => [item.id, item.version]));
  const wasSent = new Map(sent.changes.map((change) => [change.id, change]));
  const changes: DeviceChecklist["changes"] = {};
  for (const [id, change] of Object.entries(device.changes)) {
    const known = wasSent.get(id);
    if (!known || conflicts.includes(id) || isFinished) changes[id] = change;
    else if (!isSameAnswer(known, change))
      changes[id] = { ...change, expected_version: versions.get(id) ?? change.expected_version };
  }
  // A signature that was given while the answers were sent.
  const isSigned = answer.outcome === "saved" && refusal === null && sent.finish === null;
  return {
    ...device,
    isNew: false,
    list: checklist,
    changes,
    conflicts: [...new Set([...device.conflicts.filter((id) => changes[id]), ...conflicts])],
    tasks: device.tasks.filter((task) => !sent.tasks.some(({ id }) => id === task.id)),
    finish: isSigned || isFinished ? device.finish : null,
    refusal: isFinished ? "finished" : refusal,
  };
}

/** The checklist with what the server has now; items that were also changed here and elsewhere become conflicts. */
export function afterRead(device: DeviceChecklist, list: StoredChecklist, canEdit: boolean): DeviceChecklist {
  if (list.version < device.list.version && !device.isNew) return device;
  const changed = list.items.filter((item) => {
    const mine = device.changes[item.id];
    return mine && item.version !== mine.expected_version && !isSameAnswer(item, mine);
  });
  const conflicts = [...new Set([...device.conflicts, ...changed.map(({ id }) => id)])];
  const changes = Object.fromEntries(
    Object.entries(device.changes).filter(([id, mine]) => {
      const stored = list.items.find((item) => item.id === id);
      return !stored || !isSameAnswer(stored, mine);
    }),
  );
  return { ...device, isNew: false, canEdit, list, changes, conflicts: conflicts.filter((id) => changes[id]) };
}

/** Drops what the server refuses. */
export const withoutUnsent = (device: DeviceChecklist): DeviceChecklist => ({
  ...device,
  changes: {},
  conflicts: [],
  tasks: [],
  finish: null,
  refusal: null,
});
