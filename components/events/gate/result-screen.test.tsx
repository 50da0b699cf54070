// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import gate from "@/messages/pt-BR/events/gate.json";
import { GateTexts } from "./gate-texts";
import { ResultScreen, type GateScreen } from "./result-screen";

const vibrate = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  Object.defineProperty(navigator, "vibrate", { value: vibrate, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vibrate.mockReset();
});

const ana = {
  id: "a",
  name: "Ana",
  kind: "publico",
  cars: "",
  status: "p",
  badgeVersion: 1,
  places: 1,
  companions: [],
  plates: "",
  code: "",
  mail: "",
  due: 0,
  half: null,
  halfSeen: false,
} as const;

function show(changes: Partial<GateScreen>) {
  const calls = {
    onClose: vi.fn(),
    onForce: vi.fn(),
    onUndo: vi.fn(),
    onPrint: vi.fn(),
    onHalfPrice: vi.fn(async () => true),
  };
  const shown: GateScreen = {
    nonce: "n",
    readingKind: "entry",
    listId: "l",
    result: "ok",
    name: "Ana",
    kind: "publico",
    cars: "Ford Corcel 1975",
    people: 1,
    places: 1,
    inside: 1,
    companions: [],
    due: 0,
    half: null,
    isHalfSeen: false,
    registrationId: "a",
    first: null,
    isListed: true,
    mayForce: null,
    mayUndo: false,
    mayPrint: false,
    isOffline: false,
    ...changes,
  };
  render(
    <GateTexts value={gate}>
      <ResultScreen locale="pt-BR" screen={shown} {...calls} />
    </GateTexts>,
  );
  return calls;
}

describe("the result of a reading", () => {
  it("of an entry shows the word, the person and the car, vibrates, and closes by itself", () => {
    const { onClose } = show({});
    expect(screen.getByRole("alertdialog", { name: "Pode entrar" }).textContent).toContain("Ford Corcel 1975");
    expect(vibrate).toHaveBeenCalledWith([120]);
    vi.advanceTimersByTime(3000);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("of a duplicate names time, list and reader of the entry, and stays until it is closed", () => {
    const first = { at: "2027-01-23T12:00:00Z", list: "Entrada", by: "Portão 1" };
    const { onClose } = show({ result: "duplicate", first });
    expect(screen.getByText(/lista Entrada, por Portão 1/)).toBeTruthy();
    vi.advanceTimersByTime(60_000);
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Próximo" }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("of an open payment lets an operator admit the person", () => {
    const { onForce } = show({ result: "unpaid", mayForce: ana });
    fireEvent.click(screen.getByRole("button", { name: "Liberar mesmo assim" }));
    expect(onForce).toHaveBeenCalledWith(ana);
  });

  it("of a refusal offers neither admission nor undo", () => {
    show({ result: "revoked_badge", name: null, registrationId: null });
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Próximo"]);
    expect(vibrate).toHaveBeenCalledWith([500]);
  });

  it("of a part of a family shows numbers and names, and what is still to be paid", () => {
    show({ people: 2, places: 3, inside: 2, companions: ["Bia Souza", "Caio Souza"], due: 5000 });
    const text = screen.getByRole("alertdialog").textContent;
    for (const part of [
      "Entram 2 de 3 pessoas",
      "2 de 3 já dentro",
      "Bia Souza, Caio Souza",
      "Falta pagar R$\u00a050,00",
    ])
      expect(text).toContain(part);
  });

  it("of more people than places names the places and who is inside", () => {
    show({ result: "too_many", people: 3, places: 4, inside: 2 });
    expect(screen.getByRole("alertdialog", { name: "Gente demais" }).textContent).toContain("2 de 4 já dentro");
  });

  it("of an exit names it, and offers to print the badge when the operator may", () => {
    const { onPrint } = show({ readingKind: "exit", mayPrint: true });
    expect(screen.getByRole("alertdialog", { name: "Saída registrada" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: gate.print }));
    expect(onPrint).toHaveBeenCalledWith("a");
  });

  it("of a decision without the server shows that", () => {
    show({ isOffline: true });
    expect(screen.getByText(gate.decidedHere)).toBeTruthy();
  });

  it("of a valid badge that the list does not contain shows that", () => {
    show({ isListed: false, name: null });
    expect(screen.getByText(gate.notListed)).toBeTruthy();
  });
});

describe("a half price at the gate", () => {
  it("stays open until somebody closes it, and is marked as seen", async () => {
    const { onClose, onHalfPrice } = show({ half: "student" });
    act(() => void vi.advanceTimersByTime(10_000));
    expect(onClose).not.toHaveBeenCalled();
    await act(async () => screen.getByRole("button", { name: gate.half.mark }).click());
    expect(onHalfPrice).toHaveBeenCalledWith("a", true);
    expect(screen.getByRole("button", { name: gate.half.seen }).getAttribute("aria-pressed")).toBe("true");
  });

  it("shows the mark at once, and takes it back when it could not be noted", async () => {
    const { onHalfPrice } = show({ half: "student" });
    let refuse: (isNoted: boolean) => void = () => undefined;
    onHalfPrice.mockReturnValueOnce(new Promise<boolean>((resolve) => (refuse = resolve)));
    act(() => screen.getByRole("button", { name: gate.half.mark }).click());
    expect(screen.getByRole("button", { name: gate.half.seen })).toBeTruthy();
    await act(async () => refuse(false));
    expect(screen.getByRole("button", { name: gate.half.mark })).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toBe(gate.half.failed);
  });

  it("that was seen before closes by itself", () => {
    const { onClose } = show({ half: "older", isHalfSeen: true });
    act(() => void vi.advanceTimersByTime(10_000));
    expect(onClose).toHaveBeenCalled();
  });
});
