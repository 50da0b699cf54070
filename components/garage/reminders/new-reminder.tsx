"use client";

import { useState } from "react";
import { useHydrated } from "@/components/form/use-hydrated";
import { buttonClass } from "@/components/ui/button-class";
import { ReminderForm } from "./reminder-form";
import type { ReminderDefaults } from "./reminder-interval";

type Props = { vehicle: string; label: string; name?: string; defaults: ReminderDefaults };

/** A button that opens the form of a new reminder. */
export function NewReminder({ vehicle, label, name, defaults }: Props) {
  const [isOpen, setOpen] = useState(false);
  const isReady = useHydrated();
  return (
    <div className="grid gap-4">
      <button
        type="button"
        disabled={!isReady}
        aria-expanded={isOpen}
        aria-label={name && `${label}: ${name}`}
        onClick={() => setOpen(!isOpen)}
        className={buttonClass({ className: "w-fit" })}
      >
        {label}
      </button>
      {isOpen && <ReminderForm vehicle={vehicle} defaults={defaults} onSaved={() => setOpen(false)} />}
    </div>
  );
}
