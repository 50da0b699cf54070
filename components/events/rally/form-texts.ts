import { getMessages } from "next-intl/server";
import type { RallyFormTexts } from "./rally-form";

/** Texts that every form of a rally has. */
export async function rallyFormTexts(): Promise<RallyFormTexts> {
  const {
    "events/rally": { pending, outcome },
    "panel/requests": { validation },
  } = await getMessages();
  return { pending, outcome, validation };
}
