"use client";

import type { Messages } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type SubmitEvent } from "react";
import { Field } from "@/components/form/field";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { AD_SIZE } from "@/lib/commerce/ads/rules";
import { STATES } from "@/lib/geo/states/rules";

type Texts = Messages["commerce/ads"]["art"];
type ArtFormProps = {
  texts: Texts;
  token: string;
  alt: string;
  link: string;
  hasArt: boolean;
  statesLimit: number | null;
  states: readonly string[];
};
type Outcome = keyof Texts["outcome"];

const OUTCOMES: Partial<Record<number, Outcome>> = {
  200: "received",
  400: "invalid",
  404: "missing",
  409: "closed",
  422: "tooManyPixels",
  429: "limited",
};

/** Form for two images, their alt text and their target address; the server re-encodes the images. */
export function ArtForm({ texts, token, alt, link, hasArt, statesLimit, states }: ArtFormProps) {
  const router = useRouter();
  const hydrated = useHydrated();
  const [outcome, setOutcome] = useState<Outcome | "sending" | null>(null);
  const send = async (form: HTMLFormElement) => {
    setOutcome("sending");
    try {
      const response = await fetch("/api/ad-art", { method: "POST", body: new FormData(form) });
      setOutcome(OUTCOMES[response.status] ?? "unavailable");
      if (response.ok) router.refresh();
    } catch {
      setOutcome("unavailable");
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(event.currentTarget);
  };
  return (
    <form
      method="post"
      encType="multipart/form-data"
      onSubmit={submit}
      aria-busy={outcome === "sending"}
      className="grid max-w-3xl gap-5 rounded-2xl border-2 border-line bg-surface p-5 sm:p-7"
      data-print="hide"
    >
      <div>
        <h2 className="display-2">{hasArt ? texts.change : texts.title}</h2>
        <p className="mt-1 text-muted">{texts.lead}</p>
      </div>
      <input type="hidden" name="token" value={token} />
      <div className="grid gap-5 sm:grid-cols-2">
        {(["desktop", "mobile"] as const).map((side) => (
          <Field
            key={side}
            name={side}
            label={texts[side].replace("{size}", `${AD_SIZE[side].width} × ${AD_SIZE[side].height}`)}
          >
            {(control) => (
              <input
                {...control}
                type="file"
                required={!hasArt}
                accept="image/jpeg,image/png,image/webp"
                className="w-full min-w-0 rounded-lg border-2 border-dashed border-line p-3 text-muted file:mr-3 file:rounded-md file:border-2 file:border-solid file:border-line file:bg-raised file:px-3 file:py-2 file:text-text"
              />
            )}
          </Field>
        ))}
      </div>
      <Field name="alt" label={texts.alt} hint={texts.altHint}>
        {(control) => <Input {...control} required maxLength={200} defaultValue={alt} />}
      </Field>
      <Field name="link" label={texts.link}>
        {(control) => (
          <Input
            {...control}
            type="url"
            required
            maxLength={500}
            pattern="https://.+"
            placeholder="https://"
            defaultValue={link}
          />
        )}
      </Field>
      {statesLimit !== null && (
        <StateChoice
          legend={texts.states.replace("{count}", String(statesLimit))}
          limit={statesLimit}
          chosen={states}
        />
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="faixa" disabled={!hydrated || outcome === "sending"}>
          {outcome === "sending" ? texts.sending : texts.submit}
        </Button>
        <p
          aria-live="polite"
          className={outcome === "received" ? "font-semibold text-rota-text" : "font-semibold text-danger"}
        >
          {outcome && outcome !== "sending" && texts.outcome[outcome]}
        </p>
      </div>
    </form>
  );
}

/** Checkboxes for as many states as the plan includes; the others are disabled until one is unchecked. */
function StateChoice({ legend, limit, chosen }: { legend: string; limit: number; chosen: readonly string[] }) {
  const [picked, setPicked] = useState(chosen);
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-2 grid grid-cols-2 gap-x-4 sm:grid-cols-3">
        {STATES.map(({ abbr, name }) => (
          <label key={abbr} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              name="states"
              value={abbr}
              className="size-5 accent-primary"
              checked={picked.includes(abbr)}
              disabled={!picked.includes(abbr) && picked.length >= limit}
              onChange={({ target }) =>
                setPicked((now) => (target.checked ? [...now, abbr] : now.filter((one) => one !== abbr)))
              }
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
