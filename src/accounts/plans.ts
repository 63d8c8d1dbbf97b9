export const plans = ['starter', 'pro', 'scale'] as const

export type Plan = (typeof plans)[number]
