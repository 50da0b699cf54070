// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import gate from "@/messages/pt-BR/events/gate.json";
import { GateTexts } from "./gate-texts";
import { PartyScreen } from "./party-screen";

afterEach(cleanup);

const family = {
  id: "a",
  name: "Família Souza",
  kind: "publico",
  cars: "Ford Corcel 1975",
  status: "c",
  badgeVersion: 1,
  places: 4,
  companions: ["Bia Souza", "Caio Souza"],
  plates: "",
  code: "",
  mail: "",
  due: 0,
  half: null,
  halfSeen: false,
} as const;

function show(changes: { most?: number; inside?: number; isExit?: boolean } = {}) {
  const calls = { onAdmit: vi.fn(), onCancel: vi.fn() };
  const asked = { person: family, most: 4, inside: 0, isExit: false, ...changes };
  render(
    <GateTexts value={gate}>
      <PartyScreen kind="Público" asked={asked} {...calls} />
    </GateTexts>,
  );
  return calls;
}

describe("the question how many people enter", () => {
  it("shows number and names, and admits all of them with one press", () => {
    const { onAdmit } = show();
    const text = screen.getByRole("dialog", { name: "Família Souza" }).textContent;
    for (const part of ["4 pessoas", "Bia Souza", "Caio Souza", "mais 1 sem nome"]) expect(text).toContain(part);
    fireEvent.click(screen.getByRole("button", { name: "Entram 4 de 4" }));
    expect(onAdmit).toHaveBeenCalledWith(4);
  });

  it("admits a part, and offers only those who are still outside", () => {
    const { onAdmit } = show({ most: 3, inside: 1 });
    expect(screen.getByText("1 de 4 já dentro")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "4" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "2" }));
    fireEvent.click(screen.getByRole("button", { name: "Entram 2 de 3" }));
    expect(onAdmit).toHaveBeenCalledWith(2);
  });

  it("is closed with Escape, which cancels a dialog, without a reading", () => {
    const { onAdmit, onCancel } = show({ isExit: true });
    fireEvent(screen.getByRole("dialog"), new Event("cancel"));
    expect([onAdmit.mock.calls, onCancel.mock.calls.length]).toEqual([[], 1]);
  });
});
