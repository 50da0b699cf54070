import * as device from "@/components/form/device-draft";
import { RECORD_DRAFT_DAYS, RECORD_DRAFT_PREFIX } from "@/lib/platform/device-storage/rules";
import { DAY_MS } from "@/lib/platform/dates";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Values of a form by the name or the place of their control. */
export type FormValues = Record<string, string>;
export type FormDraft<Values> = { at: number; values: Values };

/** Types of inputs whose values are not typed texts, or must not be stored. */
const LEFT_OUT = ["password", "file", "submit", "button", "reset", "image", "search"];

/** Whether a form can lose typed text: searches, dialogs without fields and forms with their own draft are left out. */
export function needsDraft(form: HTMLFormElement): boolean {
  const action = form.getAttribute("action") ?? "";
  // A form that a script sends has neither a method nor an address.
  const isAddress = form.method === "get" && (form.hasAttribute("method") || /^[/?]/.test(action));
  const isSearch = form.getAttribute("role") === "search" || isAddress;
  return !isSearch && form.method !== "dialog" && form.dataset.ownDraft === undefined;
}

function controlsOf(form: HTMLFormElement): [key: string, control: Control][] {
  const controls = [...form.elements].filter(
    (element): element is Control =>
      element.matches("input, textarea, select") &&
      !LEFT_OUT.includes((element as Control).type) &&
      element.getAttribute("autocomplete") !== "one-time-code" &&
      ((element as Control).type !== "hidden" || (element as Control).dataset.kept !== undefined),
  );
  return controls.map((control, place) => [`${place}:${control.name}`, control]);
}

const isTicked = (control: Control): control is HTMLInputElement =>
  control.type === "checkbox" || control.type === "radio";

/** What is typed and chosen in a form now. */
export const valuesOf = (form: HTMLFormElement): FormValues =>
  Object.fromEntries(
    controlsOf(form).map(([key, control]) => [key, isTicked(control) ? String(control.checked) : control.value]),
  );

export const isSame = (one: FormValues, other: FormValues): boolean =>
  Object.keys({ ...one, ...other }).every((key) => one[key] === other[key]);

/** Sets a value the way typing does, so that components with a state of their own follow. */
function type(control: Control, value: string): void {
  if (isTicked(control)) {
    if (String(control.checked) !== value) control.click();
    return;
  }
  if (control.value === value) return;
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value");
  own?.set?.call(control, value);
  for (const name of ["input", "change"]) control.dispatchEvent(new Event(name, { bubbles: true }));
}

/** Types the kept values into the form again. */
export function fill(form: HTMLFormElement, values: FormValues): void {
  for (const [key, control] of controlsOf(form)) if (values[key] !== undefined) type(control, values[key]);
}

/** Prefix of the drafts of the account that the panel shows; drafts of other accounts are not offered. */
function ownPrefix(): string {
  const account = document.querySelector<HTMLElement>("[data-panel]")?.dataset.panel ?? "";
  return `${RECORD_DRAFT_PREFIX}${account}:`;
}

/** Names a form of a page: by its fields and the record that its hidden fields or the card around it name. */
export function formName(form: HTMLFormElement, path: string): string {
  const records = [...form.elements]
    .filter((element): element is HTMLInputElement => element.matches("input[type=hidden]:not([data-kept])"))
    .filter(({ name, value }) => name !== "shown" && value.length <= 60)
    .map(({ name, value }) => `${name}=${value}`);
  const card = form.closest<HTMLElement>("[data-inbox-item]")?.dataset.inboxItem;
  if (card) records.push(card);
  return ["form", path, ...records, ...controlsOf(form).map(([key]) => key)].join("|").slice(0, 400);
}

const nameOf = (name: string) => `${ownPrefix()}${name}`;

export function keepDraft<Values>(name: string, values: Values): void {
  device.writeDraft("localStorage", nameOf(name), { at: Date.now(), values } satisfies FormDraft<Values>);
}

/** The draft of this account; one that is too old is deleted. */
export function readDraft<Values>(name: string): FormDraft<Values> | null {
  const draft = device.readDraft<FormDraft<Values>>("localStorage", nameOf(name));
  if (draft && Date.now() - draft.at < RECORD_DRAFT_DAYS * DAY_MS) return draft;
  if (draft) dropDraft(name);
  return null;
}

export const dropDraft = (name: string): void => device.dropDraft("localStorage", nameOf(name));
