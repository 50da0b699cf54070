// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import checklists from "@/messages/pt-BR/garage/checklists.json";
import entries from "@/messages/pt-BR/garage/entries.json";
import reminders from "@/messages/pt-BR/garage/reminders.json";
import vehicles from "@/messages/pt-BR/garage/vehicles.json";
import { brazilianDay } from "@/lib/platform/dates";
import type { ListedTask } from "@/lib/garage/checklists/queries";
import type { DeviceChecklist } from "@/lib/garage/checklists/device/rules";
import { QUESTION_EVENT, type Question } from "../../ui/ask";
import { DoneDialog } from "../checklists/done-dialog";
import { FinishForm } from "../checklists/finish-form";
import type { Checklist } from "../checklists/use-checklist";
import { FormTexts } from "../../form/form-texts";
import { ChecklistTexts } from "../checklists/checklist-texts";
import { ReminderActionTexts } from "../reminders/reminder-texts";
import { VehicleTexts } from "../vehicles/vehicle-texts";
import { ReadingTexts } from "./reading-texts";
import { DoneForm } from "../reminders/done-form";
import { OdometerCard } from "../vehicles/odometer-card";

const { send, odd } = vi.hoisted(() => ({ send: vi.fn(), odd: vi.fn() }));
vi.mock("@/lib/garage/reminders/actions", () => ({ completeReminderAction: send, undoReminderAction: vi.fn() }));
vi.mock("@/lib/garage/checklists/actions", () => ({ finishTaskAction: send }));
vi.mock("@/lib/garage/vehicles/actions", () => ({ replaceOdometerAction: send, setOdometerBrokenAction: vi.fn() }));
vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => undefined }) }));
vi.mock("./odd-on-device", () => ({ oddOnDevice: odd }));

const TODAY = brazilianDay(Date.now());
const shared = { locale: "pt-BR" as const };
const forms = {
  reminder: () => <DoneForm {...shared} id="one" today={TODAY} reading="55000" optional="" onDone={() => undefined} />,
  task: () => (
    <DoneDialog
      {...shared}
      task={{ id: "one", title: "Óleo" } as ListedTask}
      car={{ offsetKm: 0, readingKm: 55_000 }}
      after={async (answer) => (await answer)?.data?.outcome === "saved"}
      onClose={() => undefined}
    />
  ),
  checklist: () => (
    <FinishForm
      {...shared}
      checklist={{ change: send } as unknown as Checklist}
      device={{ list: { vehicle_id: "car" }, conflicts: [] } as unknown as DeviceChecklist}
      pending={0}
    />
  ),
  odometer: () => (
    <OdometerCard
      {...shared}
      vehicle={{ id: "car", nickname: "Beto", odometer_state: "ok", odometer_km: 55_000, odometer_offset_km: 0 }}
      km=""
      today={TODAY}
    />
  ),
};
type Form = keyof typeof forms;
const FIELD = { reminder: "km", task: "km", checklist: "km", odometer: "total_km" } as const;

let asked: string[] = [];
let answer = false;
const decide = (event: Event) => {
  const { text, answer: give } = (event as CustomEvent<Question>).detail;
  asked.push(text);
  give(answer);
};
beforeEach(() => {
  [asked, answer] = [[], false];
  send.mockReset().mockResolvedValue({ data: { status: "saved" } });
  odd.mockReset().mockResolvedValue(null);
  window.addEventListener(QUESTION_EVENT, decide);
});
afterEach(() => {
  window.removeEventListener(QUESTION_EVENT, decide);
  cleanup();
});

function show(form: Form) {
  render(
    <ReadingTexts value={entries}>
      <FormTexts value={{}}>
        <VehicleTexts value={vehicles}>
          <ChecklistTexts value={checklists}>
            <ReminderActionTexts value={reminders}>{forms[form]()}</ReminderActionTexts>
          </ChecklistTexts>
        </VehicleTexts>
      </FormTexts>
    </ReadingTexts>,
  );
  if (form === "odometer") fireEvent.click(screen.getByRole("button", { name: vehicles.odometer.replace }));
}
async function save(form: Form, km: string) {
  const field = document.querySelector<HTMLInputElement>(`[name=${FIELD[form]}]`)!;
  fireEvent.change(field, { target: { value: km } });
  await act(async () => fireEvent.submit(field.form!));
}
const FORMS = Object.keys(forms) as Form[];

it.each(FORMS)("the form of a %s asks about an implausible reading, and again after it was corrected", async (form) => {
  show(form);
  odd.mockResolvedValueOnce({ problem: "far", km: 55_000 });
  await save(form, "554.000");
  expect(asked).toEqual(["São mais de 5.000 km desde os 55.000 km anotados antes. Está certo?"]);
  expect(send).not.toHaveBeenCalled();
  await save(form, "55.400");
  expect(asked).toHaveLength(1);
  expect(send).toHaveBeenCalledOnce();
});

it.each(FORMS)("the form of a %s saves a reading that the person keeps", async (form) => {
  answer = true;
  show(form);
  odd.mockResolvedValueOnce({ problem: "far", km: 55_000 });
  await save(form, "61.000");
  expect(asked).toHaveLength(1);
  expect(send).toHaveBeenCalledOnce();
});

it.each(["reminder", "task"] as const)("the form of a %s asks about a reading below the last one", async (form) => {
  show(form);
  await save(form, "5.500");
  expect(asked).toEqual(["O odômetro já marcou 55.000 km, mais que isso. Está certo?"]);
});
