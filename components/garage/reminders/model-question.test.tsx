// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import reminders from "@/messages/pt-BR/garage/reminders.json";
import vehicles from "@/messages/pt-BR/garage/vehicles.json";
import { FormTexts } from "@/components/form/form-texts";
import { RowTexts } from "@/components/garage/vehicles/row-texts";
import { ModelQuestion } from "./model-question";

const save = vi.hoisted(() => vi.fn());
const refresh = vi.hoisted(() => vi.fn());
vi.mock("@/lib/garage/vehicles/actions", () => ({ setVehicleModelAction: save }));
vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh }) }));
afterEach(cleanup);

const ask = (car: { nickname: string; model?: string; cooling?: string }) =>
  render(
    <RowTexts value={vehicles.form}>
      <FormTexts value={{}}>
        <ModelQuestion
          vehicle={{ id: "one", make: "", model: "", cooling: null, fuel_system: null, ...car }}
          texts={reminders.model}
          carTexts={vehicles}
        />
      </FormTexts>
    </RowTexts>,
  );
const value = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!.value;
const fields = () => ["make", "model", "cooling", "fuel_system"].map(value);

it("answers with the model in the nickname, saves it with what its engine is, and shows the page again", async () => {
  save.mockResolvedValue({ data: { outcome: "saved" } });
  ask({ nickname: "traveller Fusca" });
  expect(fields()).toEqual(["Volkswagen", "Fusca", "air", "carburettor"]);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Guardar e mostrar as sugestões" })));
  const form = save.mock.calls[0]![0] as FormData;
  expect(["id", "make", "model", "cooling", "fuel_system"].map((name) => form.get(name))).toEqual([
    "one",
    "Volkswagen",
    "Fusca",
    "air",
    "carburettor",
  ]);
  expect(refresh).toHaveBeenCalledOnce();
});

it("another model fills the fields again, and none leaves them to the person", () => {
  ask({ nickname: "Beto" });
  expect(fields()).toEqual(["", "", "", ""]);
  fireEvent.change(screen.getByLabelText("Modelo da lista"), { target: { value: "Chevrolet Chevette" } });
  expect(fields()).toEqual(["Chevrolet", "Chevette", "water", "carburettor"]);
});

it("keeps what the owner stated about the engine", () => {
  ask({ nickname: "Beto", model: "Fusca", cooling: "water" });
  expect(value("cooling")).toBe("water");
});
