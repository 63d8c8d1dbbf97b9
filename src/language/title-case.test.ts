import { expect, it } from 'vitest'
import { titleCase } from './title-case.ts'

// text, expected
it.each([
  ["OAKLEY'S MILK CHOCOLATE", "Oakley's Milk Chocolate"],
  ['OAKLEY’S BEST', 'Oakley’s Best'],
  ["CAP'N O'BRIEN'S STEW", "Cap'n O'Brien's Stew"],
  ['Oakley MILLS', 'Oakley MILLS'],
  ['THE LEMON OF THE SUN', 'The Lemon of the Sun'],
  ['MAC N CHEESE', 'Mac n Cheese'],
  ["SHOP 'N SAVE", "Shop 'n Save"],
  ['BIG Y', 'Big Y'],
  ['READY-TO-EAT RICE', 'Ready-to-Eat Rice'],
  ['HARVEST-FRESH', 'Harvest-Fresh'],
  ['QUESO DE CASA', 'Queso de Casa'],
  ['MCALLEN FARMS', 'McAllen Farms'],
  ['W/ CHEESE', 'w/ Cheese'],
  ['WITH VITAMIN A & GRADE A MILK', 'With Vitamin A & Grade A Milk'],
  ["A&B'S, H&A", "A&B's, H&A"],
  ['HT, LLC USA', 'HT, LLC USA'],
  ['DR. OAT & MRS. RYE CO., LTD.', 'Dr. Oat & Mrs. Rye Co., Ltd.'],
  ['S.A. DE C.V.', 'S.A. de C.V.'],
  ['J.M. OAKLEY', 'J.M. Oakley'],
  ['WILD CHERRY 14.1OZ', 'Wild Cherry 14.1oz'],
  ['COLA 12 FL OZ 6 PK', 'Cola 12 fl oz 6 pk'],
  ['V8 AND 7UP WITH B12', 'V8 and 7UP with B12'],
  ['2ND HARVEST 100% JUICE', '2nd Harvest 100% Juice'],
  ['JALAPEÑO ÉCLAIR', 'Jalapeño Éclair'],
  ['BBQ CHIPS', 'BBQ Chips'],
  ['X', 'X'],
  ['酢 12', '酢 12'],
  ['', ''],
])('converts %s to %s', (written, read) => {
  expect(titleCase(written)).toBe(read)
})
