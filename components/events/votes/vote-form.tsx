"use client";

import type { Messages } from "next-intl";
import { useState, type SubmitEvent } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { CodeCamera } from "@/components/platform/readings/code-camera";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { controlClass } from "@/components/ui/input";
import { isStored } from "@/lib/events/votes/rules";
import { MAX_TICKET, voteAnswerSchema, type VoteAnswer } from "@/lib/events/votes/schema";

type Progress = "read" | "sending" | "limited" | "failed" | VoteAnswer;
type Props = {
  vehicle: string;
  texts: Messages["events/votes"]["form"];
  camera: Messages["events/votes"]["camera"];
};

async function send(vehicle: string, ticket: string): Promise<Progress> {
  try {
    const response = await fetch("/api/event-votes", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ vehicle, ticket }),
    });
    if (response.status === 429) return "limited";
    return response.ok ? voteAnswerSchema.parse(await response.json()).answer : "failed";
  } catch {
    return "failed";
  }
}

const NO_ANSWER: readonly Progress[] = ["read", "sending", "limited", "failed"];
const isGood = (progress: Progress | null) =>
  progress !== null && !NO_ANSWER.includes(progress) && isStored(progress as VoteAnswer);

/** Sends the ticket of the visitor, typed or read with the camera; another car's page moves the vote. */
export function VoteForm({ vehicle, texts, camera }: Props) {
  const hydrated = useHydrated();
  const [ticket, setTicket] = useState("");
  const [progress, setProgress] = useState<Progress | null>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setProgress("sending");
    void send(vehicle, ticket).then(setProgress);
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      <label className="grid gap-1">
        <span className="font-semibold">{texts.ticket}</span>
        <textarea
          rows={3}
          required
          maxLength={MAX_TICKET}
          autoComplete="off"
          spellCheck={false}
          aria-describedby="ticket-hint"
          value={ticket}
          onChange={({ target }) => setTicket(target.value)}
          className={cn(controlClass, "h-auto min-h-24 py-2")}
        />
      </label>
      <p id="ticket-hint" className="text-sm text-muted">
        {texts.hint}
      </p>
      <CodeCamera
        texts={camera}
        isPaused={progress === "sending"}
        isSingle
        onCode={(text) => {
          setTicket(text.slice(0, MAX_TICKET));
          setProgress("read");
        }}
      />
      <Button type="submit" className="w-fit" disabled={!hydrated || progress === "sending"}>
        {texts.send}
      </Button>
      <p
        role="status"
        className={cn(
          "rounded-2xl border-2 p-5 text-lg empty:hidden",
          isGood(progress) ? "border-rota bg-rota text-rota-ink" : "border-line bg-surface",
        )}
      >
        {progress && texts[progress]}
      </p>
    </form>
  );
}
