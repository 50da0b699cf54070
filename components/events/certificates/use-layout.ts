import { useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import {
  FIELD_KINDS,
  MAX_FIELDS,
  placed,
  type CertificateField,
  type FieldKind,
} from "@/lib/events/certificates/rules";

const STEP = 0.5;
const LARGE_STEP = 5;
const MOVES: Record<string, readonly [number, number] | undefined> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The first free id of a kind. */
function newId(fields: readonly CertificateField[], kind: FieldKind): string {
  for (let number = 1; ; number++) {
    const id = `${kind}-${number}`;
    if (!fields.some((field) => field.id === id)) return id;
  }
}

/** Fields of a page that are moved with the pointer or the arrow keys. */
export function useLayout(initial: readonly CertificateField[]) {
  const [fields, setFields] = useState<readonly CertificateField[]>(initial);
  const [selected, setSelected] = useState<string | null>(initial[0]?.id ?? null);
  const grip = useRef<{ id: string; dx: number; dy: number } | null>(null);

  const change = (next: CertificateField) =>
    setFields((all) => all.map((field) => (field.id === next.id ? next : field)));
  const move = (id: string, to: (field: CertificateField) => readonly [number, number]) =>
    setFields((all) => all.map((field) => (field.id === id ? placed(field, ...to(field)) : field)));

  const onPointerDown = (id: string, event: PointerEvent<HTMLElement>) => {
    const sheet = event.currentTarget.closest<HTMLElement>("[data-sheet]");
    const field = fields.find((one) => one.id === id);
    if (!sheet || !field) return;
    setSelected(id);
    const { left, top, width, height } = sheet.getBoundingClientRect();
    const at = (moved: { clientX: number; clientY: number }) =>
      [((moved.clientX - left) / width) * 100, ((moved.clientY - top) / height) * 100] as const;
    const [x, y] = at(event);
    grip.current = { id, dx: field.x - x, dy: field.y - y };
    const drag = (moved: globalThis.PointerEvent) => {
      const held = grip.current;
      const [toX, toY] = at(moved);
      if (held) move(held.id, () => [toX + held.dx, toY + held.dy]);
    };
    const drop = () => {
      grip.current = null;
      window.removeEventListener("pointermove", drag);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", drop);
    };
    window.addEventListener("pointermove", drag);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", drop);
  };

  const onKeyDown = (id: string, event: KeyboardEvent<HTMLElement>) => {
    const direction = MOVES[event.key];
    if (!direction) return;
    event.preventDefault();
    setSelected(id);
    const step = event.shiftKey ? LARGE_STEP : STEP;
    move(id, ({ x, y }) => [x + direction[0] * step, y + direction[1] * step]);
  };

  const add = (kind: string) => {
    const known = FIELD_KINDS.find((one) => one === kind);
    if (!known || fields.length >= MAX_FIELDS) return;
    const id = newId(fields, known);
    const width = known === "qr" ? 12 : 40;
    setFields([...fields, { id, kind: known, x: 30, y: 40, width, size: 16, align: "center", bold: false, text: "" }]);
    setSelected(id);
  };

  const remove = (id: string) => {
    setFields(fields.filter((field) => field.id !== id));
    setSelected(null);
  };

  return { fields, selected, setSelected, change, add, remove, onPointerDown, onKeyDown };
}
