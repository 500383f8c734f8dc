/*
 * What the firmware has to know of the boards. Made by hardware/kit.py from hardware/kit.toml:
 * change that, not this.
 *
 * Each pin has its port, direction and input register and its bit. Tables are initialisers.
 */
#ifndef HARDWARE_FIRMWARE_PINS_H
#define HARDWARE_FIRMWARE_PINS_H

/* clang-format off */

#define BOARD_COLUMNS 10
#define BOARD_ROWS 10
#define BOARD_SQUARES 100
#define BOARD_REVISION "A"

/* ROW_A is the lowest bit of the number that chooses a row, and they are neighbours in one port. */
#define ROW_PORT PORTC
#define ROW_DDR DDRC
#define ROW_SHIFT 0
#define ROW_MASK 0xf
#define ROW_NONE 15
#define ROW_OF_OUTPUT \
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}

/* the column, from 0, of each bit that is clocked out */
#define COLUMN_BITS 10
#define COLUMN_OF_BIT \
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}

/* D2 */
#define COLUMN_LOAD_PORT PORTD
#define COLUMN_LOAD_DDR DDRD
#define COLUMN_LOAD_PIN PIND
#define COLUMN_LOAD_BIT 2

/* D3 */
#define COLUMN_CLOCK_PORT PORTD
#define COLUMN_CLOCK_DDR DDRD
#define COLUMN_CLOCK_PIN PIND
#define COLUMN_CLOCK_BIT 3

/* D4 */
#define COLUMN_DATA_PORT PORTD
#define COLUMN_DATA_DDR DDRD
#define COLUMN_DATA_PIN PIND
#define COLUMN_DATA_BIT 4

/* D5 */
#define LAMP_DATA_PORT PORTD
#define LAMP_DATA_DDR DDRD
#define LAMP_DATA_PIN PIND
#define LAMP_DATA_BIT 5

/* D6 */
#define BUTTON_RED_PORT PORTD
#define BUTTON_RED_DDR DDRD
#define BUTTON_RED_PIN PIND
#define BUTTON_RED_BIT 6

/* D7 */
#define BUTTON_BLUE_PORT PORTD
#define BUTTON_BLUE_DDR DDRD
#define BUTTON_BLUE_PIN PIND
#define BUTTON_BLUE_BIT 7

/* D8 */
#define PAD_SELECT_RED_PORT PORTB
#define PAD_SELECT_RED_DDR DDRB
#define PAD_SELECT_RED_PIN PINB
#define PAD_SELECT_RED_BIT 0

/* D9 */
#define PAD_RESET_PORT PORTB
#define PAD_RESET_DDR DDRB
#define PAD_RESET_PIN PINB
#define PAD_RESET_BIT 1

/* D10 */
#define PAD_SELECT_BLUE_PORT PORTB
#define PAD_SELECT_BLUE_DDR DDRB
#define PAD_SELECT_BLUE_PIN PINB
#define PAD_SELECT_BLUE_BIT 2

/* D11 */
#define PAD_MOSI_PORT PORTB
#define PAD_MOSI_DDR DDRB
#define PAD_MOSI_PIN PINB
#define PAD_MOSI_BIT 3

/* D12 */
#define PAD_MISO_PORT PORTB
#define PAD_MISO_DDR DDRB
#define PAD_MISO_PIN PINB
#define PAD_MISO_BIT 4

/* D13 */
#define PAD_SCK_PORT PORTB
#define PAD_SCK_DDR DDRB
#define PAD_SCK_PIN PINB
#define PAD_SCK_BIT 5

/* A4 */
#define SPARE_SDA_PORT PORTC
#define SPARE_SDA_DDR DDRC
#define SPARE_SDA_PIN PINC
#define SPARE_SDA_BIT 4

/* A5 */
#define SPARE_SCL_PORT PORTC
#define SPARE_SCL_DDR DDRC
#define SPARE_SCL_PIN PINC
#define SPARE_SCL_BIT 5

/* The lamps' supply: analogue input, and the millivolts that 1100 mV at it are. */
#define SUPPLY_ADC 6
#define SUPPLY_MV_AT_1100 6100

/* the square under each lamp of the chain */
#define LAMPS 100
#define SQUARE_OF_LAMP \
	{0, 1, 2, 3, 4, 14, 13, 12, 11, 10, \
	 20, 21, 22, 23, 24, 34, 33, 32, 31, 30, \
	 40, 41, 42, 43, 44, 5, 6, 7, 8, 9, \
	 19, 18, 17, 16, 15, 25, 26, 27, 28, 29, \
	 39, 38, 37, 36, 35, 45, 46, 47, 48, 49, \
	 50, 51, 52, 53, 54, 64, 63, 62, 61, 60, \
	 70, 71, 72, 73, 74, 84, 83, 82, 81, 80, \
	 90, 91, 92, 93, 94, 55, 56, 57, 58, 59, \
	 69, 68, 67, 66, 65, 75, 76, 77, 78, 79, \
	 89, 88, 87, 86, 85, 95, 96, 97, 98, 99}
#define LAMP_CURRENT_LIMIT_MA 400
#define LAMP_IDLE_UA 1000
#define LAMP_CHANNEL_MA 20
#define LAMP_RESET_US 300

#define SCAN_HZ 500
#define SCAN_MOST_HZ 1000
#define ROW_SETTLE_US 8
#define SERIAL_BAUD 115200UL

#define PADS 2
#define PAD_FIRST_SQUARE 100
#define PAD_SPI_HZ 1000000UL
#define BUTTONS 2

#endif
