/** Attributes of a button that opens a `dialog`; browsers without invoker commands open it by first-action and ShellBehaviour. */
export const opensDialog = (id: string) => ({ command: "show-modal", commandfor: id });
