// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import gate from "@/messages/pt-BR/events/gate.json";
import { GateTexts } from "./gate-texts";
import { WalkInForm, type WalkInProblem } from "./walk-in-form";

afterEach(cleanup);

const type = {
  id: "00000000-0000-4000-8000-000000000001",
  kind: "publico",
  name: "Público",
  priceCents: 2000,
  left: null,
  maxPeople: 5,
  needsVehicle: false,
  needsApproval: false,
};
const PIX = { cents: 6000, payload: "00020126PIX", qr: "data:image/svg+xml;base64,AA", beneficiary: "Clube do Fusca" };

type Calls = {
  onAdd?: () => Promise<WalkInProblem>;
  onPix?: () => Promise<typeof PIX | "off" | "failed">;
};
function show({ onAdd = async () => null, onPix = async () => PIX }: Calls = {}) {
  const calls = { onAdd: vi.fn(onAdd), onPix: vi.fn(onPix) };
  render(
    <GateTexts value={gate}>
      <WalkInForm locale="pt-BR" types={[type]} {...calls} />
    </GateTexts>,
  );
  fireEvent.change(screen.getByLabelText("Nome completo"), { target: { value: "Eva Souza" } });
  return calls;
}
const nameTwo = () => {
  fireEvent.change(screen.getByLabelText("Quantas pessoas"), { target: { value: "2" } });
  fireEvent.change(screen.getByLabelText(/^Nomes dos acompanhantes/), { target: { value: "Bia\n\nCaio" } });
};

describe("the form of a walk-in", () => {
  it("charges everybody who is named, and sends the price that it shows", async () => {
    const { onAdd } = show();
    nameTwo();
    expect(screen.getByText(/^A receber: R\$\s60,00$/)).toBeTruthy();
    fireEvent.click(screen.getByLabelText("Dinheiro"));
    fireEvent.submit(screen.getByLabelText("Nome completo").closest("form")!);
    await vi.waitFor(() => expect(onAdd).toHaveBeenCalled());
    expect(onAdd).toHaveBeenCalledWith(
      expect.objectContaining({
        name: "Eva Souza",
        people: 3,
        companions: ["Bia", "Caio"],
        paidBy: "cash",
        cents: 6000,
      }),
    );
  });

  it("shows the Pix payment, and no longer when the price changed or the sale was stored", async () => {
    const { onPix } = show();
    nameTwo();
    expect(screen.queryByRole("button", { name: "Mostrar o Pix" })).toBeNull();
    fireEvent.click(screen.getByLabelText("Pix"));
    fireEvent.click(screen.getByRole("button", { name: "Mostrar o Pix" }));
    expect(await screen.findByText(/^Pix de R\$\s60,00 para Clube do Fusca$/)).toBeTruthy();
    expect(onPix).toHaveBeenCalledWith(expect.objectContaining({ people: 3, companions: ["Bia", "Caio"] }));
    expect(screen.getByLabelText<HTMLTextAreaElement>("Pix copia e cola").value).toBe(PIX.payload);
    fireEvent.change(screen.getByLabelText("Quantas pessoas"), { target: { value: "4" } });
    expect(screen.queryByLabelText("Pix copia e cola")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Mostrar o Pix" }));
    await screen.findByLabelText("Pix copia e cola");
    fireEvent.submit(screen.getByLabelText("Nome completo").closest("form")!);
    await vi.waitFor(() => expect(screen.queryByLabelText("Pix copia e cola")).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>("Pix").checked).toBe(false);
  });

  it.each([
    ["off", "O Pix do evento não está ligado."],
    ["failed", "Não foi possível gerar o Pix."],
  ] as const)("says when Pix is %s", async (problem, text) => {
    show({ onPix: async () => problem });
    fireEvent.click(screen.getByLabelText("Pix"));
    fireEvent.click(screen.getByRole("button", { name: "Mostrar o Pix" }));
    expect(await screen.findByText(text, { exact: false })).toBeTruthy();
  });

  it("keeps what was typed when the price changed", async () => {
    show({ onAdd: async () => "price_changed" });
    fireEvent.click(screen.getByLabelText("Dinheiro"));
    fireEvent.submit(screen.getByLabelText("Nome completo").closest("form")!);
    expect((await screen.findByRole("alert")).textContent).toBe("O valor mudou. Confira o novo valor e tente de novo.");
    expect(screen.getByLabelText<HTMLInputElement>("Nome completo").value).toBe("Eva Souza");
  });
});
