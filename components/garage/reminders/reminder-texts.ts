"use client";

import type { Messages } from "next-intl";
import { createTexts } from "@/components/ui/texts";

type Texts = Messages["garage/reminders"];

/** Texts of the form of a reminder; `kmHint` names the kilometres of the car. */
const form = createTexts<{ form: Texts["form"]; kmHint: string }>("ReminderFormTexts");
export const ReminderFormTexts = form.Provider;
export const useReminderFormTexts = form.useTexts;

const actions = createTexts<Pick<Texts, "actions" | "done">>("ReminderActionTexts");
export const ReminderActionTexts = actions.Provider;
export const useReminderActionTexts = actions.useTexts;
