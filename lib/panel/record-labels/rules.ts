type Translate = { (key: string): string; has: (key: string) => boolean };

/** Labels of fields and of their values, shared by the pages of the panel and its CSV files. */
export function labelsOf(translate: unknown) {
  const t = translate as Translate;
  return {
    field: (name: string) => (t.has(`fields.${name}`) ? t(`fields.${name}`) : name),
    hint: (name: string) => (t.has(`hints.${name}`) ? t(`hints.${name}`) : undefined),
    option: (field: string, value: string) =>
      t.has(`options.${field}.${value}`)
        ? t(`options.${field}.${value}`)
        : t.has(`options.any.${value}`)
          ? t(`options.any.${value}`)
          : value,
    many: (resource: string) => t(`resources.${resource}.many`),
    add: (resource: string) => t(`resources.${resource}.add`),
    error: (code: string) => (t.has(`errors.${code}`) ? t(`errors.${code}`) : t("errors.invalid")),
  };
}

export type Labels = ReturnType<typeof labelsOf>;
