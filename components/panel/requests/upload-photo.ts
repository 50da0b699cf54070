import { MAX_PHOTO_BYTES } from "@/lib/panel/requests/rules";

export type Problem = "tooLarge" | "tooManyPixels" | "failed" | "limited" | "unavailable";

/** Stores a photo for the team, before its form is sent; returns its name. */
export async function uploadPhoto(file: File): Promise<{ name: string } | { problem: Problem }> {
  if (file.size > MAX_PHOTO_BYTES) return { problem: "tooLarge" };
  const response = await fetch("/api/request-photos", { method: "POST", body: file }).catch(() => null);
  // 403: the form was disabled meanwhile.
  if (!response || response.status >= 500 || response.status === 403) return { problem: "unavailable" };
  if (response.status === 422) return { problem: "tooManyPixels" };
  if (response.status === 429) return { problem: "limited" };
  if (!response.ok) return { problem: "failed" };
  return (await response.json()) as { name: string };
}
