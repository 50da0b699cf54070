"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useAction } from "next-safe-action/hooks";
import { useState, type SubmitEvent } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { LabelledInput } from "@/components/ui/labelled-input";
import { notify } from "@/components/ui/notify";
import { PictureDrop } from "@/components/ui/picture-drop";
import { addPicturesAction } from "@/lib/events/gallery/actions";
import { eventFileUrl } from "@/lib/platform/media/rules";
import { outcomeKey } from "@/lib/platform/outcome";

type Props = { event: string; room: number };

/** Uploads pictures, then publishes them with their descriptions, the photographer and the consent. */
export function GalleryForm({ event, room }: Props) {
  const t = useTranslations("events/gallery.form");
  const router = useRouter();
  const hydrated = useHydrated();
  const [paths, setPaths] = useState<readonly string[]>([]);
  const { execute, result, isPending } = useAction(addPicturesAction, {
    onSuccess: ({ data }) => {
      if (data?.outcome !== "saved") return;
      setPaths([]);
      notify({ code: "system.done", variant: "success" });
      router.refresh();
    },
    onError: ({ error, input }) => notifyFailure(error, () => execute(input)),
  });
  const problem = result.data && outcomeKey(result.data);
  const submit = (submitted: SubmitEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const form = new FormData(submitted.currentTarget);
    const typed = (name: string) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    };
    execute({
      event,
      credit: typed("credit"),
      is_consented: form.has("is_consented"),
      pictures: paths.map((path) => ({
        path,
        title: typed(`title ${path}`),
        title_en: typed(`title_en ${path}`),
        title_es: typed(`title_es ${path}`),
      })),
    });
  };
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <h3 className="text-xl">{t("title")}</h3>
      <PictureDrop
        to="/api/event-posters"
        room={room - paths.length}
        onSent={(path) => setPaths((known) => [...known, path])}
      />
      {paths.length > 0 && (
        <form method="post" onSubmit={submit} aria-busy={isPending} className="grid max-w-3xl gap-4">
          <ul className="grid gap-4">
            {paths.map((path, index) => (
              <li key={path} className="grid gap-2 rounded-lg border border-line p-3">
                <img
                  src={eventFileUrl(path)}
                  alt={t("picture", { number: index + 1 })}
                  className="max-h-60 rounded-lg bg-raised object-contain"
                />
                <LabelledInput name={`title ${path}`} label={t("alt")} required maxLength={160} />
                <LabelledInput name={`title_en ${path}`} label={t("altEnglish")} maxLength={160} />
                <LabelledInput name={`title_es ${path}`} label={t("altSpanish")} maxLength={160} />
                <Button
                  type="button"
                  variant="outline"
                  className="w-fit"
                  onClick={() => setPaths((known) => known.filter((other) => other !== path))}
                >
                  {t("drop", { number: index + 1 })}
                </Button>
              </li>
            ))}
          </ul>
          <LabelledInput name="credit" label={t("credit")} required maxLength={160} />
          <label className="flex items-start gap-3">
            <input type="checkbox" name="is_consented" required className="mt-1 size-5 shrink-0" /> {t("consent")}
          </label>
          {problem && problem !== "saved" && (
            <p role="alert" className="font-semibold text-danger">
              {t(`problem.${problem}`)}
            </p>
          )}
          <Button type="submit" className="w-fit" disabled={!hydrated || isPending}>
            {isPending ? t("pending") : t("send", { count: paths.length })}
          </Button>
        </form>
      )}
    </div>
  );
}
