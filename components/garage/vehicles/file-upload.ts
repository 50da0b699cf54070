import type { Messages } from "next-intl";
import { MAX_FILE_BYTES } from "@/lib/garage/vehicles/rules";
import type { NewFile } from "@/lib/garage/vehicles/schema";

type Problem = keyof Messages["garage/vehicles"]["upload"];
type Target = Pick<NewFile, "vehicle" | "kind" | "document" | "diary">;

const PROBLEMS: Partial<Record<number, Problem>> = {
  400: "tooLarge",
  404: "gone",
  409: "full",
  413: "tooLarge",
  415: "wrongType",
  429: "limited",
  503: "limited",
};
const PROBLEM_OF_CODE: Partial<Record<string, Problem>> = {
  "picture.tooManyPixels": "tooManyPixels",
  "pdf.active": "activePdf",
};

/** Sends a file of a car; a second try after a lost connection has the same id, so that it is stored once. */
async function uploadFile(file: File, target: Target): Promise<{ id: string } | { problem: Problem }> {
  if (file.size > MAX_FILE_BYTES) return { problem: "tooLarge" };
  const id = crypto.randomUUID();
  const form = new FormData();
  for (const [name, value] of Object.entries({ id, ...target })) if (value) form.set(name, value);
  form.set("file", file);
  const send = () => fetch("/api/vehicle-files", { method: "POST", body: form }).catch(() => null);
  const answer = (await send()) ?? (await send());
  if (answer?.ok) return { id };
  const body = (await answer?.json().catch(() => null)) as { code?: string } | null | undefined;
  return { problem: PROBLEM_OF_CODE[body?.code ?? ""] ?? PROBLEMS[answer?.status ?? 0] ?? "offline" };
}

/** Sends files one after another; returns the ids that are stored and a sentence for each that is not. */
export async function uploadFiles(
  files: readonly File[],
  target: Target,
  texts: Messages["garage/vehicles"]["upload"],
) {
  const stored: string[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const result = await uploadFile(file, target);
    if ("id" in result) stored.push(result.id);
    else problems.push(texts[result.problem].replace("{name}", file.name));
  }
  return { stored, problems };
}
